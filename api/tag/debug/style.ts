/** Its own colours in light and dark, whatever the page's are. */
export const STYLE = `
:host{all:initial!important}
*{box-sizing:border-box}
.box{position:fixed;inset-block-end:12px;inset-inline-end:12px;z-index:2147483647;display:flex;flex-direction:column;inline-size:min(400px,calc(100vw - 24px));max-block-size:min(70vh,640px);border:1px solid var(--line);border-radius:10px;background:var(--paper);color:var(--ink);font:13px/1.45 system-ui,sans-serif;text-align:start;box-shadow:0 8px 32px #0004;--paper:#fff;--sunken:#eef0ee;--ink:#121a16;--ink2:#4b5750;--line:#d6dbd7;--ok:#0b6b46;--warn:#8a5200;--bad:#b3261e;--mark:#1d6fd8}
@media (prefers-color-scheme:dark){.box{--paper:#141a17;--sunken:#1f2723;--ink:#eef2ef;--ink2:#aab5ae;--line:#35403a;--ok:#6fd3a4;--warn:#f0b35b;--bad:#ff8f86;--mark:#7db4ff}}
header{display:flex;gap:6px;align-items:center;padding:8px 10px 8px 14px;border-block-end:1px solid var(--line)}
h2{flex:1;margin:0;font-size:14px;font-weight:600}
button{min-block-size:28px;padding:2px 10px;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:inherit;font:inherit;cursor:pointer}
button:hover{background:var(--sunken)}
:focus-visible{outline:2px solid var(--mark);outline-offset:1px}
.body{overflow:auto;padding:10px 14px 14px;overscroll-behavior:contain}
.body[hidden]{display:none}
p{margin:0 0 8px;color:var(--ink2)}
h3{margin:10px 0 4px;font-size:13px;font-weight:600}
ul{margin:0 0 8px;padding-inline-start:18px;color:var(--warn)}
details{margin-block-start:8px;border:1px solid var(--line);border-radius:6px}
summary{display:flex;gap:8px;padding:6px 10px;cursor:pointer;font-weight:600;list-style-position:inside}
summary code{flex:1;overflow-wrap:anywhere}
.filled,.passback,.house{color:var(--ok)}.loading{color:var(--ink2)}.empty{color:var(--warn)}.error{color:var(--bad)}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px 12px;margin:0;padding:8px 10px;border-block-start:1px solid var(--line)}
dt{color:var(--ink2)}dd{margin:0;text-align:end;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
code,.mono{font-family:ui-monospace,monospace;font-size:12px}
.frame{position:fixed;z-index:2147483646;pointer-events:none;outline:2px dashed #1d6fd8;outline-offset:-2px}
.frame b{position:absolute;inset-block-start:0;inset-inline-start:0;padding:1px 6px;background:#1d6fd8;color:#fff;font:11px/1.5 ui-monospace,monospace}`;
