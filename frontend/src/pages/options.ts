/** A game's options for people: from their JSON Schema to fields and words. */
import type { OptionSchema, OptionsSchema, Preset } from './tables.ts'

export type OptionValue = string | number | boolean
export type OptionValues = Record<string, OptionValue>

export interface OptionField {
  name: string
  title: string
  help: string
  default: OptionValue
  /** What to ask with: a box to tick, a list to choose from, or a number. */
  kind: 'flag' | 'choice' | 'number'
  choices: { value: string | number; label: string }[]
  least?: number | undefined
  most?: number | undefined
  unit: string
  /** Other options and the value, or values, with which this one means something. */
  only: Record<string, unknown>
}

/** JSON turns keys into strings: the labels' keys are matched to the values by their text. Labels give the order. */
function choices({ enum: values = [], 'x-labels': labels = {} }: OptionSchema): OptionField['choices'] {
  const order = Object.keys(labels)
  const rank = (value: string | number) => order.indexOf(String(value)) + 1 || order.length + 1
  return [...values]
    .sort((a, b) => rank(a) - rank(b) || (typeof a === 'number' && typeof b === 'number' ? a - b : 0))
    .map((value) => ({ value, label: labels[String(value)] ?? String(value) }))
}

function field(name: string, schema: OptionSchema): OptionField {
  return {
    name,
    title: schema.title ?? name,
    help: schema.description ?? '',
    default: schema.default as OptionValue,
    kind: schema.type === 'boolean' ? 'flag' : schema.enum ? 'choice' : 'number',
    choices: choices(schema),
    least: schema.minimum,
    most: schema.maximum,
    unit: schema['x-unit'] ?? '',
    only: schema['x-if'] ?? {},
  }
}

/** The fields of a game's options, in the order the game tells them. */
export function optionFields(schema: OptionsSchema): OptionField[] {
  return Object.entries(schema.properties).map(([name, each]) => field(name, each))
}

/** The values of a table; what it does not say has its default. */
export function optionValues(fields: OptionField[], options: Record<string, unknown>): OptionValues {
  return Object.fromEntries(fields.map(({ name, default: usual }) => [name, (options[name] ?? usual) as OptionValue]))
}

/** The preset that a table's values are; undefined where they have no name. */
export const presetOf = (fields: OptionField[], presets: readonly Preset[], values: OptionValues): Preset | undefined =>
  presets.find(({ options }) => Object.entries(optionValues(fields, options)).every(([name, value]) => values[name] === value))

/** The fields that mean something with these values. */
export const relevant = (fields: OptionField[], values: OptionValues): OptionField[] =>
  fields.filter(({ only }) => Object.entries(only).every(([name, value]) => [value].flat().includes(values[name])))

/** A value in words. */
export function inWords(field: OptionField, value: OptionValue): string {
  if (field.kind === 'flag') return value ? 'yes' : 'no'
  return field.choices.find((choice) => choice.value === value)?.label ?? `${value} ${field.unit}`.trim()
}
