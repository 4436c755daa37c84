import { survives, usualOneIn } from '../survives.ts';

survives(['lost-answer'], usualOneIn);
