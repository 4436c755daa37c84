import { survives, usualOneIn } from '../bugs/survives.ts';

survives(['crash-before'], usualOneIn);
