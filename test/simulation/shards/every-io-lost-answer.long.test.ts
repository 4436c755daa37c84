import { survives, usualOneIn } from '../bugs/survives.ts';

survives(['lost-answer'], usualOneIn);
