import type { ActionKind } from '../../model/action-kind.ts';

/** Words for an action: what a resource will be, or was; and its state afterwards, for a headline. */
type ActionText = { readonly toBe: string; readonly done: string };

export const actionText = {
  stop: { toBe: 'stopped', done: 'stopped' },
  'power-off': { toBe: 'powered off', done: 'powered off' },
  image: { toBe: 'copied to an image', done: 'copied to an image' },
  terminate: { toBe: 'deleted for good', done: 'deleted for good' },
  start: { toBe: 'started', done: 'started again' },
  'power-on': { toBe: 'powered on', done: 'powered on again' },
} as const satisfies Record<ActionKind, ActionText>;
