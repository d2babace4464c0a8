/** The style of the week page on a phone, on a screen and in print. */
import { palette, statusPalette } from '#display/colors.ts';
import { pageHeaders } from './page-html.ts';

const { ink, muted, hairline, heavyRule, link, paper, group, ground, bad, attention, attentionEdge } =
  palette;

const statusRules = Object.entries(statusPalette).map(
  ([kind, { fill, text }]) => `.${kind}{background:#${fill};color:#${text}}`,
);

/**
 * The page is made for phones first, and its print for the wall. One table serves both: on a screen, its rows are
 * blocks, and only the rows of the chosen day are shown; on paper, days are columns. On touch screens the targets of
 * links are 44 px high and overlap the lines around them, so adjacent links have a margin.
 */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#${ink};--muted:#${muted};--line:#${hairline};--rule:#${heavyRule};--link:#${link};--paper:#${paper};--band:#${group};--ground:#${ground};--bad:#${bad};--note:#${attention};--edge:#${attentionEdge}}
*{box-sizing:border-box}
body{margin:0 auto;padding:0 0 3rem;max-width:46rem;background:var(--paper);color:var(--ink);font:1rem/1.4 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header,main>p,main>h2,.picks,footer{margin:.6rem 1rem}
h1{font-size:1.5rem;line-height:1.2;margin:1rem 0 .3rem}
h2{font-size:1.2rem}
p{margin:.3rem 0}
a{color:var(--link)}
.m,footer{color:var(--muted);font-size:.9rem}
.note{border-left:4px solid var(--edge);background:var(--note);padding:.5rem .7rem}
.old{border-color:var(--bad);font-weight:600}
.days{display:grid;grid-template-columns:repeat(7,1fr);font-size:min(1rem,4.2vw);border-bottom:3px solid var(--rule);background:var(--paper)}
.days a{position:relative;padding:.5rem .1rem;text-align:center;text-decoration:none;color:inherit;line-height:1.25;min-height:44px}
.days b{display:block;font-size:1.2em}
.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.days .mon{grid-column:1}
.days .off{background:var(--ground)}
.days a[aria-current]{background:var(--rule);color:var(--paper)}
.days .wide{grid-column:span 4;padding:.7rem .1rem}
.days .wide:last-child{grid-column:span 3}
.picks{display:flex;flex-wrap:wrap;column-gap:1.2rem;align-items:start}
details[open]{flex-basis:100%}
summary{padding:.7rem 0;cursor:pointer}
.list a,.pick{display:inline-block;padding:.7rem .8rem .7rem 0}
nav .pick{padding:.7rem .3rem;margin:0 -.3rem}
.pick[aria-current]{color:inherit;font-weight:700;text-decoration:none;box-shadow:inset 0 -3px var(--rule)}
.act{display:block;min-height:48px;padding:.7rem 1rem;border-radius:.5rem;background:var(--link);color:var(--paper);font-weight:700;text-align:center;text-decoration:none}
.nt{white-space:pre-line}
a:focus-visible,summary:focus-visible{outline:3px solid var(--edge);outline-offset:-3px}
.st{float:right;margin-left:.5rem;padding:.05rem .5rem;border-radius:.3rem;font-weight:600;font-size:.9rem}
@media (pointer:coarse){.t a{display:inline-block;padding:.7rem 0;margin:-.7rem 0}.t .m a{padding:.75rem 0;margin:-.75rem 0}.ask+.ask{margin-top:1.5rem}footer a{display:inline-block;padding:.75rem 0;margin:-.75rem 0}footer p{margin:1.5rem 0}}
b.x,.x>span{color:var(--bad);font-weight:600}
${statusRules.join('\n')}
@media screen{
table,tbody,tr,td,th{display:block}
table{margin:0 1rem}
thead,.p,.w,colgroup,section{display:none}
section.on{display:block}
tr{display:none}
tr.on{display:block}
h3{background:var(--band);padding:.5rem .7rem;margin:.8rem 1rem 0;font-size:1rem}
.t{padding:.7rem 0;border-bottom:1px solid var(--line)}
.t td{padding:0 .7rem}
.n{font-weight:400}.k .n{font-weight:700}
td.d,.qr,.pr{display:none}
}
@media screen and (prefers-color-scheme:dark){
:root{--ink:#E8EDF2;--muted:#A9B5C1;--line:#33404D;--rule:#BFD4EA;--link:#9CC7F5;--paper:#11171E;--band:#1F2A36;--ground:#1A232D;--bad:#FFB4AB;--note:#3A2F17;--edge:#D9A441}
}
@media print{
@page{size:landscape;margin:9mm 9mm 12mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif}}
body{max-width:none;padding:0;font-size:8.5pt;line-height:1.2}
header{margin:0 0 2mm}
h1{font-size:22pt;margin:0}
header p{font-size:13pt}
header .note{display:flow-root;font-size:9pt}
nav.days,.s,.st,footer,main>h2,.f{display:none}
.m{font-size:inherit;color:inherit}
header .m{font-size:11pt}
.c1{width:26%}.c2{width:12%}
main{clear:both}
main>p{margin:0 0 1mm}
table{width:100%;border-collapse:separate;border-spacing:0;table-layout:fixed}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{padding:.8mm 1mm;text-align:left;vertical-align:middle;border-bottom:.2mm solid #${hairline}}
thead,h3{break-inside:avoid}
tr:first-child,.p{break-before:avoid}
section{margin-bottom:2mm}
h3{position:relative;z-index:1;width:26%;margin:0 0 -1.3em;line-height:1.3;padding:0 1mm;background:#${group};font-size:1.3em;break-after:avoid;white-space:nowrap}
thead th{border-bottom:.4mm solid #${heavyRule}}
.h th{border:0;color:#${muted};font-size:.88em;font-weight:400;padding:0 1mm;line-height:1.3;vertical-align:top}
.h th:first-child{background:#${group};color:inherit;font-size:1.3em;font-weight:700;white-space:nowrap}
.h span{margin-right:1mm;white-space:nowrap}
.long .c1,.long h3{width:17%}.long h3,.long .h th:first-child{font-size:1em}.long .c2{width:8%}.long th{font-size:7pt}.long .d{font-size:5.5pt;font-weight:400;white-space:normal}
.k .n{font-weight:700}
.d{text-align:center;border-left:.2mm solid #${hairline};padding:.8mm 0;white-space:nowrap}
td.d{font-weight:600}
.offday{background:#${ground}}
.off{color:#${muted};background:#ECEFF2}
.was{border:.3mm dotted #${muted}}
.qr{float:right;width:60mm;margin:0 0 2mm 4mm;text-align:center;font-size:9pt}
.qr svg{width:60mm;height:60mm;display:block}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
@media print and (min-width:330mm){body{font-size:12pt}h1{font-size:34pt}header p{font-size:18pt}header .m{font-size:15pt}header .note{font-size:12pt}.long{font-size:9pt}.long th{font-size:9pt}.long .d{font-size:7.5pt}}
`;

export const weekPageHeaders = pageHeaders(pageStyle, "'none'");
