import type { Buttons } from '../../config/settings/answers.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { type AnswersOf, answersOver } from '../../notify/messages/answer-links.ts';
import type { Notifier } from '../../notify/notifier.ts';

/** What the links that give answers are made with. */
export type AnswerSetup = {
  readonly address: string;
  readonly secret: () => Promise<string>;
  readonly buttons: Buttons;
};

/**
 * Opens a route whose messages have links that give answers. Where the secret cannot be read, messages go out without
 * links and with a note: a missing link must not delay an announcement.
 */
export function withAnswers<Opened extends Notifier | undefined>(
  { address, secret }: AnswerSetup,
  { approveByLink: mayApprove, keepAtMost }: Pick<Policy, 'approveByLink' | 'keepAtMost'>,
  route: string,
  open: (answers: AnswersOf) => Opened,
): Opened | Notifier {
  let answers: AnswersOf = () => [];
  const opened = open((notice, message) => answers(notice, message));
  if (opened === undefined) return opened;
  return {
    ...opened,
    async send(message) {
      const key = await secret().catch(() => null);
      answers =
        key === null ? () => [] : answersOver({ address, secret: key, route, mayApprove, keepAtMost });
      const delivery = await opened.send(message);
      const isSent = delivery.kind === 'delivered' || delivery.kind === 'unconfirmed';
      return key === null && isSent ? { note: noLinks, ...delivery } : delivery;
    },
  };
}

const noLinks = 'its links for answers are missing: SPENDWATCH_ANSWER_SECRET could not be read';
