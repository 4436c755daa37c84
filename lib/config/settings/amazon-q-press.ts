import * as z from 'zod';

/**
 * The payload with which a custom action of Amazon Q Developer invokes a function: the token of its button, and nothing
 * else. Its name is short, because the command of a custom action has at most 100 characters.
 */
export const AmazonQPress = z.strictObject({ t: z.string() });
