import type { Ledger } from '../record/ledger.ts';
import { type LedgerPlace, withLedger } from '../service/ledger/open-ledger.ts';

/** Runs work on an open ledger. @throws SettingsError @throws LedgerError */
export type LedgerDoor = <T>(work: (ledger: Ledger) => Promise<T>) => Promise<T>;

type Opening = { readonly ledger: Promise<Ledger>; users: number; readonly end: () => void };

/**
 * Keeps a ledger open while any request works on it, and no longer, so that other commands can open a folder while
 * nobody uses the dashboard. After a failure it is opened again.
 */
export function sharedLedger(place: LedgerPlace): LedgerDoor {
  let current: Opening | null = null;
  return async (work) => {
    current ??= openingOf(place);
    const opening = current;
    const leave = (): void => {
      if (current === opening) current = null;
    };
    opening.users += 1;
    try {
      return await work(await opening.ledger);
    } catch (error) {
      leave();
      throw error;
    } finally {
      opening.users -= 1;
      if (opening.users === 0) {
        leave();
        opening.end();
      }
    }
  };
}

function openingOf(place: LedgerPlace): Opening {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ledger = new Promise<Ledger>((resolve, reject) => {
    withLedger({
      place,
      work: (opened) => {
        resolve(opened);
        return ended;
      },
      // A target with an unreadable head is not shown, as it is not monitored either.
      onUnreadable: () => {},
    }).catch(reject);
  });
  // Callers that await it get the error; without this, it would be unhandled if none does.
  ledger.catch(() => {});
  return { ledger, users: 0, end: () => end() };
}
