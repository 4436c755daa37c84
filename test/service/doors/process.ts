import { answerDoor, pushDoor } from './served-doors.ts';

// Serves both doors, and tells its memory in bytes whenever it is asked.
const onFailure = (error: unknown) => process.send?.({ failure: String(error) });
const doors = { push: await pushDoor(onFailure), answers: await answerDoor(onFailure) };
process.on('message', () => process.send?.({ memory: process.memoryUsage.rss() }));
process.send?.({ push: doors.push.url, answers: doors.answers.url });
