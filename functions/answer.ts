import { connectAnswer } from '../lib/jobs/lambda/connect-answer.ts';

/** Shows what the links in messages would do, and places their overrides. */
export const handler = connectAnswer(process.env);
