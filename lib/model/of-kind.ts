import * as z from 'zod';

/** Returns the schema of one kind of a union that is discriminated by `kind`. */
export const ofKind = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), ...shape });
