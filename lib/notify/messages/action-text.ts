import type { ActionKind } from '../../model/action-kind.ts';

/** How an act is spoken of: what a thing will be, or was; and how it is once that is so. */
type ActionText = { readonly toBe: string; readonly done: string };

export const actionText = {
  stop: { toBe: 'stopped', done: 'is stopped and still billed' },
  'power-off': { toBe: 'powered off', done: 'is off and still billed' },
  image: { toBe: 'copied to an image', done: 'is copied to an image' },
  terminate: { toBe: 'deleted for good', done: 'is deleted for good' },
  start: { toBe: 'started', done: 'is started again' },
  'power-on': { toBe: 'powered on', done: 'is powered on again' },
} as const satisfies Record<ActionKind, ActionText>;
