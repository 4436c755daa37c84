import { createLogUpdate } from 'log-update';
import { createColors } from 'picocolors';
import { hours, type Instant, later } from '../../model/time/time.ts';
import type { Terminal } from '../../service/terminal.ts';
import type { Display, Setting } from './display.ts';
import { frame, type Happening } from './screen/frame.ts';
import type { View } from './screen/view.ts';

const burnRatesShown = 24;

/** Returns a display that redraws one screen in place. */
export function screenDisplay(stream: Terminal, setting: Setting): Display {
  const draw = createLogUpdate(stream);
  const colors = createColors(true);
  const happenings: Happening[] = [];
  const burnRates: number[] = [];
  let nextRate: Instant = setting.start;
  return {
    notified: (happening) => {
      happenings.push(happening);
    },
    polled: (view: View) => {
      if (view.now >= nextRate) {
        burnRates.push(view.burnRate.toNumber());
        nextRate = later(nextRate, hours(1));
      }
      draw(
        frame(
          view,
          {
            ...setting,
            burnRates: burnRates.slice(-burnRatesShown),
            happenings,
            columns: stream.columns ?? 80,
            rows: stream.rows ?? 40,
          },
          colors,
        ),
      );
    },
    ended: (lines) => {
      draw.done();
      stream.write(`${lines.join('\n')}\n`);
    },
  };
}
