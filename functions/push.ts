import { connectPush } from '../lib/jobs/lambda/connect-push.ts';

/** Stores what machines push of their own use. */
export const handler = connectPush(process.env);
