import { connectAlarm } from '../lib/jobs/lambda/connect-alarm.ts';

/** Publishes CloudWatch alarms to the topic. */
export const handler = connectAlarm(process.env);
