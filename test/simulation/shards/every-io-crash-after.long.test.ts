import { survives, usualOneIn } from '../survives.ts';

survives(['crash-after'], usualOneIn);
