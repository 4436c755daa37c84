import { hidesNothing, values } from './hides-nothing.ts';

hidesNothing(() => values);
