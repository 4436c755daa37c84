import { createHash } from 'node:crypto';
import { html } from './html.ts';

/**
 * The style of e-mails, included in each. Programs that ignore it show plain headings, paragraphs and tables. Many
 * support no variables, so the colors of the dark scheme are written out.
 */
export const mailStyle = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 12px; background: #f3f5f8; color: #1b2026;
  font: 15px/1.5 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
.card { max-width: 640px; margin: 0 auto; padding: 16px 20px; background: #ffffff;
  border: 1px solid #d8dee5; border-top: 5px solid #1f5fbf; border-radius: 8px; }
.severity { margin: 0; font-size: 12px; font-weight: 700; letter-spacing: .06em; text-transform: uppercase;
  color: #1f5fbf; }
.warning { border-top-color: #b26a00; } .warning .severity { color: #8f5400; }
.critical { border-top-color: #c0271a; } .critical .severity { color: #b42318; }
h1 { margin: 2px 0 12px; font-size: 20px; line-height: 1.3; }
h2 { margin: 24px 0 8px; padding-top: 16px; border-top: 1px solid #d8dee5; font-size: 16px; line-height: 1.3; }
p { margin: 0 0 12px; }
ul { margin: 0 0 12px; padding-left: 20px; }
table { border-collapse: collapse; }
td, th, caption { padding: 4px 12px 4px 0; text-align: left; vertical-align: top; }
th, caption, dt, .trend + span { font-weight: 400; color: #58626e; }
.figures { width: 100%; margin: 0 0 12px; border-top: 1px solid #e6eaef; }
.figures th { width: 84px; overflow-wrap: normal; }
.figures .wide { padding-right: 0; }
.cells td { padding-right: 18px; }
.figures td { font-variant-numeric: tabular-nums; }
.cells .right { text-align: right; white-space: nowrap; }
.trend td { padding: 0 1px; vertical-align: bottom; }
.bar { width: 10px; background: #1f5fbf; }
.gap { width: 10px; border-bottom: 2px dotted #58626e; }
.meter { max-width: 240px; height: 10px; margin: 6px 0 2px; background: #dde3ea; border-radius: 5px; overflow: hidden; }
.meter div { height: 10px; background: #1f5fbf; }
.over div { background: #c0271a; }
.links a { display: inline-block; margin: 0 8px 8px 0; padding: 7px 14px; border: 1px solid #1f5fbf;
  border-radius: 6px; color: #1a56ad; text-decoration: none; font-weight: 600; }
dl { margin: 16px 0 0; }
dd { margin: 0 0 8px; }
code { display: block; padding: 6px 10px; background: #f0f2f5; border-radius: 4px; white-space: pre-wrap;
  font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.footer { margin-top: 20px; padding-top: 12px; border-top: 1px solid #d8dee5; font-size: 12px; color: #58626e; }
.footer p { margin: 0 0 4px; }
@media (max-width: 480px) {
  body { padding: 0; }
  .card { padding: 14px; border-radius: 0; border-left: 0; border-right: 0; }
  .cells, .cells tbody, .cells tr, .cells caption { display: block; }
  .cells tr { padding: 2px 0; overflow: hidden; border-top: 1px solid #e6eaef; }
  .cells td { display: inline; padding: 0 10px 0 0; }
  .cells .right { float: right; padding: 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #0f1317; color: #e4e8ec; }
  .card { background: #171c22; border-color: #313a44; border-top-color: #6aa5f8; }
  .severity { color: #8bb9fa; }
  .warning { border-top-color: #e5a13a; } .warning .severity { color: #f0b357; }
  .critical { border-top-color: #f0695d; } .critical .severity { color: #ff8f84; }
  h2, .footer { border-color: #313a44; }
  .figures, .cells tr { border-color: #272f38; }
  th, caption, dt, .trend + span, .footer { color: #a5b0bc; }
  .bar, .meter div { background: #6aa5f8; }
  .over div { background: #f0695d; }
  .gap { border-color: #a5b0bc; }
  .meter { background: #313a44; }
  .links a { border-color: #6aa5f8; color: #9cc5fc; }
  code { background: #222a32; }
}
</style>`;

const [, content = ''] = /^<style>(.*)<\/style>$/s.exec(mailStyle.text) ?? [];
/** The source expression with which a content security policy allows this style and no other. */
export const mailStyleSource = `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
