import * as z from 'zod';

/** What a user may do: look; act as well; say who else may, and delete all of it, as well. */
export const Role = z.enum(['VIEWER', 'EDITOR', 'OWNER']);
export type Role = z.infer<typeof Role>;

const strength: Readonly<Record<Role, number>> = { VIEWER: 1, EDITOR: 2, OWNER: 3 };

export const includesRole = (held: Role | null, needed: Role): boolean =>
  held !== null && strength[held] >= strength[needed];

export const strongerRole = (left: Role | null, right: Role | null): Role | null =>
  left !== null && includesRole(left, right ?? left) ? left : (right ?? left);
