import { type Span, spanInWords } from '../../model/time/time.ts';
import { linkKeep } from '../messages/answer-links.ts';
import type { LinkAnswer } from '../messages/answer-token.ts';
import { escaped } from './markup.ts';
import { type Markup, markup, type PlainText, plain } from './slack-notifier.ts';

type Option = { readonly text: PlainText; readonly value: string };
type Element =
  | {
      readonly type: 'plain_text_input';
      readonly action_id: string;
      readonly max_length: number;
    }
  | {
      readonly type: 'static_select';
      readonly action_id: string;
      readonly options: readonly Option[];
      readonly initial_option: Option;
    };
type Input = {
  readonly type: 'input';
  readonly block_id: string;
  readonly label: PlainText;
  readonly optional: boolean;
  readonly element: Element;
};

/** A modal: https://docs.slack.dev/reference/views/modal-views */
export type SlackForm = {
  readonly type: 'modal';
  readonly title: PlainText;
  readonly submit: PlainText;
  readonly close: PlainText;
  readonly private_metadata: string;
  readonly blocks: readonly ({ readonly type: 'section'; readonly text: Markup } | Input)[];
};

export type FormContent = {
  readonly answer: LinkAnswer;
  /** What would be recorded, if nothing in the form is changed. */
  readonly says: string;
  /** The times that are offered, of which the last is chosen at first; none for an answer without one. */
  readonly lasts: readonly Span[];
  /** What the form brings back. */
  readonly metadata: string;
};

const longestTitle = 24;
const longestReason = 200;

/** Returns the form in which a person confirms an answer, with a reason. */
export function slackForm({ answer, says, lasts, metadata }: FormContent): SlackForm {
  const options = lasts.map((span) => ({
    text: plain(span === linkKeep ? 'a week' : spanInWords(span), 75),
    value: `${span}`,
  }));
  const longest = options.at(-1);
  return {
    type: 'modal',
    title: plain(`${answer.slice(0, 1).toUpperCase()}${answer.slice(1)}`, longestTitle),
    submit: plain('Confirm', longestTitle),
    close: plain('Cancel', longestTitle),
    private_metadata: metadata,
    blocks: [
      { type: 'section', text: markup(escaped(`If you confirm: ${says}`, 2_900)) },
      ...(longest === undefined
        ? []
        : [
            input('lasts', 'How long', false, {
              type: 'static_select',
              action_id: 'lasts',
              options,
              initial_option: longest,
            }),
          ]),
      input('reason', 'Reason', true, {
        type: 'plain_text_input',
        action_id: 'reason',
        max_length: longestReason,
      }),
    ],
  };
}

const input = (id: string, label: string, optional: boolean, element: Element): Input => ({
  type: 'input',
  block_id: id,
  label: plain(label, 100),
  optional,
  element,
});
