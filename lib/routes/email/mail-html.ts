import { assertNever } from '../../model/assert-never.ts';
import type {
  FigureRow,
  MessageDocument,
  MessagePart,
  MeterBar,
  Table,
  Trend,
} from '../../notify/parts/document.ts';
import { type Html, html } from '../html.ts';
import { mailStyle } from '../mail-style.ts';

/** Returns a message as the HTML of an e-mail, which loads no image, font, script or style. */
export function mailHtml({ severity, title, headline, listed, sections, footer }: MessageDocument): string {
  const list = html`<ul>${listed.map((line) => html`<li>${line}</li>`)}</ul>`;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${headline}</title>
${mailStyle}
</head>
<body>
<div role="main" class="card ${severity}">
<p class="severity">${severity}</p>
<h1>${title}</h1>
${sections.map(
  ({ headline: name, parts }) => html`${sections.length === 1 ? [] : html`<h2>${name}</h2>`}
${parts.map(partHtml)}`,
)}
${listed.length === 0 ? [] : list}
<div class="footer">${footer.map((line) => html`<p>${line}</p>`)}</div>
</div>
</body>
</html>
`;
  return text;
}

function partHtml(part: MessagePart): Html {
  switch (part.kind) {
    case 'text':
      return html`<p>${part.text}</p>`;
    case 'figures':
      return html`${rowsHtml(part.rows)}`;
    case 'named':
      return html`<p class="named"><b>${part.name}</b> ${part.text}</p>`;
    case 'links':
      return html`<p class="links">${part.links.map(({ label, url }) => html`<a href="${url}">${label}</a> `)}</p>`;
    case 'commands':
      return html`<dl>${part.commands.map(
        ({ purpose, line }) => html`<dt>${purpose}</dt><dd><code>${line}</code></dd>`,
      )}</dl>`;
    default:
      return assertNever(part);
  }
}

/** Returns figures as rows. A table has its own row below its name, at full width, for narrow screens. */
function rowsHtml(rows: readonly FigureRow[]): Html[] {
  const blocks: Html[][] = [[]];
  for (const [name, figure] of rows) {
    if (typeof figure === 'object' && figure.kind === 'table') blocks.push([tableHtml(name, figure)], []);
    else blocks.at(-1)?.push(html`<tr><th scope="row">${name}</th><td>${figureHtml(figure)}</td></tr>\n`);
  }
  return blocks
    .filter(({ length }) => length > 0)
    .map((lines) => html`<table class="figures">\n${lines}</table>\n`);
}

function figureHtml(figure: Exclude<FigureRow[1], Table>): Html {
  if (typeof figure === 'string') return html`${figure}`;
  return figure.kind === 'trend' ? trendHtml(figure) : meterHtml(figure);
}

const chartHeight = 40;

/** Returns a bar chart from zero to the largest value; an unknown value has a dotted line. */
function trendHtml({ values, words }: Trend): Html {
  const most = Math.max(0, ...values.flatMap((value) => value ?? []));
  const bars = values.map((value) => {
    if (value === null) return html`<td><div class="gap"></div></td>`;
    const height = most === 0 ? 1 : Math.max(1, Math.round((value / most) * chartHeight));
    return html`<td><div class="bar" style="height:${height}px"></div></td>`;
  });
  return html`<table class="trend" role="img" aria-label="${words}"><tr>${bars}</tr></table><span>${words}</span>`;
}

const meterHtml = ({ share, words }: MeterBar): Html =>
  html`<div class="meter${share > 1 ? ' over' : ''}"><div style="width:${Math.max(0, Math.min(100, Math.floor(share * 100)))}%"></div></div><span>${words}</span>`;

const tableHtml = (name: string, { rows, atRight }: Table): Html =>
  html`<tr><td class="wide"><table class="cells"><caption>${name}</caption>
${rows.map(
  (row) =>
    html`<tr>${row.map((cell, column) => (column === atRight ? html`<td class="right">${cell}</td>` : html`<td>${cell}</td>`))}</tr>\n`,
)}</table></td></tr>`;
