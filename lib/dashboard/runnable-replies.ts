import type { MiddlewareHandler } from 'hono';
import { programName, runnable } from '../notify/parts/runnable.ts';

/** The fields that hold sentences, or lists of them; others hold names and figures. */
const sentences: ReadonlySet<string> = new Set(['because', 'note', 'remark', 'remarks', 'says', 'text']);

/** Lets commands in the sentences of replies begin with the words that start spendwatch here. */
export const runnableReplies =
  (command: string): MiddlewareHandler =>
  async (context, next) => {
    await next();
    const isJson = context.res.headers.get('Content-Type')?.startsWith('application/json') === true;
    if (command === programName || !isJson) return;
    const reply: unknown = await context.res.json();
    const body = JSON.stringify(reply, (field, value: unknown) => {
      if (!sentences.has(field)) return value;
      if (Array.isArray(value)) return value.map((sentence) => toRunnable(sentence, command));
      return toRunnable(value, command);
    });
    context.res = new Response(body, context.res);
  };

const toRunnable = (value: unknown, command: string): unknown =>
  typeof value === 'string' ? runnable(value, command) : value;
