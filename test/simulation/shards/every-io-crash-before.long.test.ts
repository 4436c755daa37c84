import { survives, usualOneIn } from '../survives.ts';

survives(['crash-before'], usualOneIn);
