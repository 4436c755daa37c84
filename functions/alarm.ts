import { connectAlarm } from '../lib/jobs/lambda/connect-alarm.ts';

/** Says on the topic what an alarm of CloudWatch says. */
export const handler = connectAlarm(process.env);
