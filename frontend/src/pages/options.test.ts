import { expect, test } from 'vitest'
import { inWords, optionFields, optionValues, presetOf, relevant } from './options.ts'
import type { Preset } from './tables.ts'

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

test('a table whose options are a preset\'s is called so', () => {
  const presets: Preset[] = [{ preset: 'usual', title: 'Usual', options: {} }, { preset: 'slow', title: 'Slow', options: { turn_time: 0 } }]
  const named = (options: Record<string, unknown>) => presetOf(fields, presets, optionValues(fields, options))?.title
  expect([named({}), named({ turn_time: 0 }), named({ turn_time: 0, no_trump: true })]).toEqual(['Usual', 'Slow', undefined])
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

test('an option is shown with the values of another that it means something with', () => {
  const some = optionFields({
    properties: {
      programme: { title: 'Programme', enum: ['full', 'first', 'last'], default: 'full' },
      trump: { title: 'Trump', type: 'boolean', default: false, 'x-if': { programme: ['full', 'last'] } },
      late: { title: 'Late', type: 'boolean', default: false, 'x-if': { programme: 'last' } },
    },
  })
  const shown = (programme: string) => relevant(some, { programme, trump: false, late: false }).map(({ name }) => name)
  expect([shown('full'), shown('first'), shown('last')]).toEqual([['programme', 'trump'], ['programme'], ['programme', 'trump', 'late']])
})
