import * as z from 'zod';

/** Returns the schema of one kind of a union, which `kind` tells from the others. */
export const ofKind = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), ...shape });
