import { expect, test } from 'vitest'
import { inWords, optionFields, optionValues } from './options.ts'

const fields = optionFields({
  properties: {
    turn_time: {
      title: 'Turn time',
      enum: [0, 10, 30],
      default: 30,
      'x-labels': { 10: '10 seconds', 30: '30 seconds', 0: 'No limit' },
    },
    opening: {
      title: 'Opens with',
      enum: ['eight', 'seven'],
      default: 'seven',
      'x-labels': { seven: 'Any 7', eight: 'Any 8' },
    },
    no_trump: { title: 'No trump', type: 'boolean', default: false },
    points: { title: 'To', type: 'integer', minimum: 10, default: 100 },
  },
})

test('a choice shows its values in the order of their labels', () => {
  expect(fields[1]!.choices.map((choice) => choice.label)).toEqual(['Any 7', 'Any 8'])
})

test('labels are found for numbers too', () => {
  expect(inWords(fields[0]!, 0)).toBe('No limit')
})

test('each field is asked for in its own way', () => {
  expect(fields.map((field) => field.kind)).toEqual(['choice', 'choice', 'flag', 'number'])
})

test('a table that does not say has the default', () => {
  expect(optionValues(fields, { no_trump: true })).toEqual({
    turn_time: 30,
    opening: 'seven',
    no_trump: true,
    points: 100,
  })
})
