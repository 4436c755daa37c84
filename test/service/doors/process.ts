import { answerDoor, pushDoor } from './served-doors.ts';

// Serves pushes and answers, and reports its memory in bytes on request.
const onFailure = (error: unknown) => process.send?.({ failure: String(error) });
const doors = { push: await pushDoor(onFailure), answers: await answerDoor(onFailure) };
process.on('message', () => process.send?.({ memory: process.memoryUsage.rss() }));
process.send?.({ push: doors.push.url, answers: doors.answers.url });
