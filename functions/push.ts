import { connectPush } from '../lib/jobs/lambda/connect-push.ts';

/** Stores the usage that machines push. */
export const handler = connectPush(process.env);
