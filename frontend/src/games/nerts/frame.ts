/** Nerts' geometry: where everything is on a cloth of a given size. Pure numbers in px; nothing overlaps.
 *
 *  Each arrangement is drawn for one size (wide 1280, tall 390, low 844 px across) and scaled to the cloth, up to cards of
 *  150 px; what is left over is more cloth. All numbers of a frame are lengths, so that scaling is one multiplication. */
import type { Size } from '../../stage/scene.ts'
import { low } from './low.ts'
import { clamp, type Count, type Frame } from './measures.ts'
import { tall } from './tall.ts'
import { wide } from './wide.ts'

const LOW = 470
const LARGEST = 150

/** The frame of a cloth. */
export function frameOf({ w, h }: Size, count: Count): Frame {
  if (h < LOW && w > h) return fit(low, { w, h }, { w: 844, h: 342 }, count, 0.74, 1.4)
  if (w >= h * 1.12) return fit(wide, { w, h }, { w: 1280, h: 752 }, count, 0.7, LARGEST / 96)
  return fit(tall, { w, h }, { w: 390, h: h < 640 ? 592 : 796 }, count, 0.9, LARGEST / 84)
}

type Draw = (size: Size, count: Count, scale: number) => Frame

function fit(draw: Draw, { w, h }: Size, model: Size, count: Count, least: number, most: number): Frame {
  const scale = clamp(least, Math.min(draw === tall ? Math.max(1, w / model.w) : w / model.w, h / model.h), most)
  return scaled(draw({ w: w / scale, h: h / scale }, count, scale), scale)
}

function scaled<T>(value: T, by: number): T {
  if (typeof value === 'number') return (value * by) as T
  if (Array.isArray(value)) return value.map((one) => scaled<unknown>(one, by)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, scaled<unknown>(one, by)])) as T
}
