import { expect, test } from 'vitest'
import type { Place } from '../wire/frames.ts'
import { placesOf, whatNow } from './waiting.ts'

const place = (seat: number, name: string, host = false): Place => ({
  seat,
  n: 0,
  name,
  weave: 0,
  bot: null,
  stand_in: false,
  here: true,
  host,
})
const both = [place(0, 'Hanna', true), place(2, 'Erik')]

test('the host hears what is missing', () => {
  expect(whatNow(both, [0, 0], { lacking: 2, seats: 4, bots: true })).toBe('Two seats to fill: send the link, or add bots.')
  expect(whatNow(both, [0, 0], { lacking: 1, seats: 3, bots: false })).toBe('One seat to fill: send the link.')
  expect(whatNow(both, [0, 0], { lacking: 0, seats: 4, bots: true })).toBe('Empty seats are dropped.')
})

test('the others hear whom they wait for', () => {
  expect(whatNow(both, [2, 0], { lacking: 0, seats: 4, bots: true })).toBe('Waiting for Hanna to start.')
})

test('whoever was sent away is told so, and offered nothing', () => {
  const closed = 'The host has closed this table to you.'
  expect(whatNow(both, null, { lacking: 2, seats: 4, bots: true, barred: true })).toBe(closed)
})

test('a watcher is offered a free seat', () => {
  expect(whatNow(both, null, { lacking: 2, seats: 4, bots: true })).toBe('You are looking on. There is a seat for you.')
  expect(whatNow(both, null, { lacking: 0, seats: 2, bots: true })).toBe('You are looking on.')
})

test('partners sit side by side, and one of them is the host', () => {
  expect(placesOf(2, 2)).toEqual([[0, 0], [0, 1], [1, 0], [1, 1]])
  expect(placesOf(2, 1)).toEqual([[0, 0], [1, 0]])
  const pair = [place(0, 'Hanna', true), { ...place(0, 'Ola'), n: 1 }]
  expect(whatNow(pair, [0, 1], { lacking: 2, seats: 4, bots: true })).toBe('Waiting for Hanna to start.')
  expect(whatNow(pair, [0, 0], { lacking: 2, seats: 4, bots: true })).toMatch(/^Two seats to fill/)
})
