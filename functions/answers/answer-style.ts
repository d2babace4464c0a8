/** The style of the answer page: for a phone in one hand. */
import { palette } from '#display/colors.ts';

const { ink, muted, hairline, heavyRule, link, paper, group, bad, attention, attentionEdge } = palette;

export const answerStyle = `
:root{color-scheme:light dark;--ink:#${ink};--muted:#${muted};--line:#${hairline};--edge:#6B7885;--rule:#${heavyRule};--link:#${link};--paper:#${paper};--wash:#${group};--yes:#1B6B34;--yesw:#E0F3E5;--bad:#${bad};--badw:#FBE7E5;--note:#${attention};--noteedge:#${attentionEdge}}
*{box-sizing:border-box}
html{scroll-padding:1rem 0 6.5rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.4 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer>div{max-width:36rem;margin:auto;padding:0 1rem}
header{padding-top:1rem}
h1{font-size:1.35rem;line-height:1.2;margin:0 0 .2rem}
h2{font-size:1.2rem;margin:1.8rem 0 .2rem}
p{margin:.2rem 0}
a{color:var(--link);display:inline-flex;align-items:center;min-height:44px}
.m{color:var(--muted);font-size:.95rem}
.x{color:var(--bad);font-weight:600;font-size:.95rem}
.say{border-left:4px solid var(--noteedge);background:var(--note);padding:.6rem .8rem;margin:.8rem 0}
.ok{border-color:var(--yes);background:var(--yesw)}
.err{border-color:var(--bad);background:var(--badw)}
.nt{white-space:pre-line}
summary{min-height:44px;padding:.7rem 0;cursor:pointer}
fieldset{border:0;border-top:1px solid var(--line);margin:.8rem 0 0;padding:.8rem 0 0;min-width:0}
fieldset+.m{margin-top:1.5rem}
legend{float:left;width:100%;padding:0;font-weight:600}
legend+*{clear:both}
.two{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;margin-top:.6rem}
.two label{position:relative;display:flex;align-items:center;justify-content:center;min-height:3rem;border:1.5px solid var(--edge);border-radius:.5rem;font-weight:600;text-align:center;line-height:1.2;padding:.25rem}
.two input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0}
.two label:has(:checked){--own:var(--yes);border-color:var(--own);box-shadow:inset 0 0 0 1.5px var(--own);background:var(--yesw);color:var(--own)}
.two .no:has(:checked){--own:var(--bad);background:var(--badw)}
.two label:has(:checked)::after{content:"✓";position:absolute;top:-.6rem;right:-.4rem;width:1.4rem;height:1.4rem;border-radius:50%;background:var(--own);color:var(--paper);font-size:.9rem;line-height:1.4rem}
.two .no:has(:checked)::after{content:"✗"}
.two label:has(:focus-visible),button:focus-visible,a:focus-visible{outline:3px solid var(--noteedge);outline-offset:2px}
@supports not selector(:has(*)){.two input{position:static;opacity:1;width:auto;height:auto;margin-right:.5rem}}
.more{background:var(--wash);border-radius:.5rem;padding:.7rem;margin-top:.5rem;display:grid;gap:.6rem}
@supports selector(:has(*)){fieldset:not(:has(.no :checked)) .more{display:none}}
.more label{display:grid;gap:.2rem;font-size:.95rem}
select,textarea,input[type=text],input[type=date],input[type=number]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:.4rem;min-height:44px;padding:.4rem .6rem;width:100%}
.people{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.5rem;font-size:.95rem;color:var(--muted)}
.people input[type]{width:5rem;color:var(--ink)}
button{font:inherit;font-weight:700;min-height:3rem;border-radius:.5rem;padding:0 1.3rem}
.all{display:block;width:100%;border:1.5px solid var(--yes);background:transparent;color:var(--yes);margin-top:.6rem}
.first{position:absolute;width:1px;height:1px;padding:0;border:0;opacity:0}
footer{position:sticky;bottom:0;background:var(--paper);border-top:1px solid var(--line);padding:.6rem 0;margin-top:1.5rem}
footer label{display:grid;font-size:.85rem;color:var(--muted)}
footer>div{display:grid;grid-template-columns:1fr auto;gap:.5rem;align-items:end}
footer button{border:0;background:var(--link);color:var(--paper)}
@media (prefers-color-scheme:dark){
:root{--ink:#E8EDF2;--muted:#A9B5C1;--line:#33404D;--edge:#8492A0;--rule:#BFD4EA;--link:#9CC7F5;--paper:#11171E;--wash:#1F2A36;--yes:#8FE0A6;--yesw:#173322;--bad:#FFB4AB;--badw:#3A1D1B;--note:#3A2F17;--noteedge:#D9A441}
}
@media (max-height:25rem){html{scroll-padding:1rem 0}footer{position:static}}
`;
