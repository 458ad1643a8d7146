import { Html, html, trusted } from '../../../platform/html';
import { drawPicture, FORECAST_ICONS } from './art';
import { DEMO_SLOTS, type DemoSlotName, type DemoZones } from './slots';
import { FORECAST, PLACES, STORIES, type Story } from './stories';
import { SITE_CSS } from './styles';

export const SITE_NAME = 'The Valley Post';
const DAY_MS = 86_400_000;

/** What every page of the site is made with. */
export interface SiteContext {
  /** Origin of the network, where the tag lies. */
  appUrl: string;
  zones: DemoZones;
  now: Date;
}

const NONE = new Html('');

/** The ad element inside a template: the page's script puts it in where its media query holds. */
function place({ zones }: SiteContext, name: DemoSlotName, [open, close]: [Html, Html]): Html {
  const zone = zones[name];
  if (zone === undefined) return NONE;
  const { width, height, media, fallback } = DEMO_SLOTS[name];
  const style = `display:block;width:${width > 0 ? `${width}px` : '100%'};height:${height}px`;
  return html`<template data-media="${media}">${open}<div><span class="ad-note">Advertisement</span><ins class="ez-ad" data-zone="${zone}" data-fallback="${fallback}" style="${style}"></ins></div>${close}</template>`;
}

/** A place among the words of the page. */
function slot(context: SiteContext, name: DemoSlotName, className = 'slot'): Html {
  return place(context, name, [html`<div class="${className}">`, html`</div>`]);
}

/** A place beside the page's main part: a landmark of its own, so that nothing lies outside of all of them. */
function slotBeside(context: SiteContext, name: DemoSlotName, className = 'slot'): Html {
  const open = html`<aside class="${className}" aria-label="Advertisement: ${DEMO_SLOTS[name].name}">`;
  return place(context, name, [open, html`</aside>`]);
}

/** Fills the places that this screen has; runs before the tag looks. */
const PLACE_SLOTS = trusted(
  `<script>for(const t of document.querySelectorAll('template[data-media]'))if(matchMedia(t.dataset.media).matches)t.replaceWith(t.content)</script>`,
);

interface PageParts {
  title: string;
  description: string;
  /** Path of the section in the navigation. */
  current: string;
  /** What the page is about, for the ad server. */
  keywords: readonly string[];
  body: Html;
}

const SECTIONS: readonly [path: string, name: string][] = [
  ['/', 'Front page'],
  ['/forecast', 'Forecast'],
  ['/story/night-train-returns', 'Region'],
  ['/story/apples-that-like-late-frost', 'Land'],
  ['/story/coffee-at-two-thousand-metres', 'Table'],
];

/** A temperature as it is set in print: a true minus. */
const degrees = (celsius: number) => `${celsius < 0 ? '−' : ''}${Math.abs(celsius)}`;

const dateText = (date: Date) =>
  date.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

function page(context: SiteContext, { title, description, current, keywords, body }: PageParts): string {
  const links = SECTIONS.map(([path, name]) =>
    path === current
      ? html`<a href="${path}" aria-current="page">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  );
  const home = html`<a href="/">${SITE_NAME}</a>`;
  // The front page is about the paper itself; every other page has a heading of its own.
  const name = current === '/' ? html`<h1>${home}</h1>` : html`<b>${home}</b>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><meta name="description" content="${description}">
<link rel="icon" href="data:,"><style>${trusted(SITE_CSS)}</style>
<script async src="${context.appUrl}/tag.js" data-keywords="${keywords.join()}"></script></head>
<body><div class="frame">
<header class="masthead">${name}<span>${dateText(context.now)}</span></header>
<nav aria-label="Sections">${links}</nav>
${slotBeside(context, 'phoneTop')}
${body}
${slotBeside(context, 'foot')}${slotBeside(context, 'phoneFoot')}
<footer>${SITE_NAME} is the demonstration property of <a href="${context.appUrl}/">an advertising network</a>. Its ads are real decisions of that network; its news is invented.</footer>
</div>
${slotBeside(context, 'rail', 'rail')}
${PLACE_SLOTS}</body></html>
`.text;
}

function forecastStrip(now: Date): Html {
  const days = FORECAST.map((day, index) => {
    const date = new Date(now.getTime() + index * DAY_MS);
    const name =
      index === 0 ? 'Today' : date.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });
    return html`<div>${FORECAST_ICONS[day.icon]}<b>${name} ${degrees(day.high)}° / ${degrees(day.low)}°</b><small>${day.text}</small></div>`;
  });
  return html`<div class="strip" role="group" aria-label="Forecast" tabindex="0">${days}</div>`;
}

function places(): Html {
  const rows = PLACES.map(
    ({ name, altitude, now }) =>
      html`<div><dt>${name} <small>${altitude.toLocaleString('en')} m</small></dt><dd>${degrees(now)} °C</dd></div>`,
  );
  return html`<section class="places"><h2>Right now</h2><dl>${rows}</dl></section>`;
}

const picture = (story: Story, width: number, height: number, className: string) =>
  html`<img class="${className}" src="${drawPicture(story, width, height)}" width="${width}" height="${height}" alt="">`;
const ago = (hours: number) =>
  hours < 24 ? `${hours} hours ago` : hours < 42 ? 'yesterday' : `${Math.round(hours / 24)} days ago`;
const meta = (story: Story) =>
  html`<p class="meta"><span class="kicker">${story.section}</span> · ${story.author} · ${ago(story.hoursAgo)}</p>`;
const address = (story: Story) => `/story/${story.slug}`;

function teaser(story: Story): Html {
  return html`<div class="story"><a href="${address(story)}">${picture(story, 480, 270, '')}<h3>${story.title}</h3></a><p>${story.lead}</p>${meta(story)}</div>`;
}

function sidebar(context: SiteContext): Html {
  return html`<aside>${slot(context, 'sidebar', 'slot-side')}${places()}${slot(context, 'sidebarTall', 'slot-side sticky')}</aside>`;
}

export function homePage(context: SiteContext): string {
  const [first, ...rest] = STORIES;
  const lead = first
    ? html`<div class="lead-story"><a href="${address(first)}">${picture(first, 960, 480, '')}<h2>${first.title}</h2></a><p>${first.lead}</p>${meta(first)}</div>`
    : NONE;
  const body = html`<main>${forecastStrip(context.now)}
${slot(context, 'billboard')}
<div class="columns"><div>${lead}${slot(context, 'phoneText')}<div class="stories">${rest.slice(0, 1).map(teaser)}${slot(context, 'storiesNative', 'story')}${rest.slice(1).map(teaser)}</div></div>${sidebar(context)}</div></main>`;
  const description = 'News and weather for the valley and the mountains around it.';
  return page(context, { title: SITE_NAME, description, current: '/', keywords: ['news', 'weather'], body });
}

export function forecastPage(context: SiteContext): string {
  const days = FORECAST.map((day, index) => {
    const date = new Date(context.now.getTime() + index * DAY_MS);
    const name = date.toLocaleDateString('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
    return html`<p><b>${name}.</b> ${day.text}. High ${degrees(day.high)}\u00a0°C, low ${degrees(day.low)}\u00a0°C.</p>`;
  });
  const body = html`<main>${slot(context, 'forecastTop')}
<div class="columns"><article><h1>Five days in the valley</h1>${forecastStrip(context.now)}<br>${days}${slot(context, 'phoneText')}</article>${sidebar(context)}</div></main>`;
  const description = 'The forecast for five days, from the lake shore to the summit.';
  return page(context, {
    title: `Forecast - ${SITE_NAME}`,
    description,
    current: '/forecast',
    keywords: ['weather', 'forecast'],
    body,
  });
}

const paragraph = (text: string) => html`<p>${text}</p>`;

/** A story, or null when there is none of that name. */
export function storyPage(context: SiteContext, slug: string): string | null {
  const story = STORIES.find((candidate) => candidate.slug === slug);
  if (!story) return null;
  const [opening = '', ...rest] = story.paragraphs;
  const more = STORIES.filter((other) => other !== story).slice(0, 4);
  const body = html`<main>${slot(context, 'articleTop')}
<div class="columns"><article>${meta(story)}<h1>${story.title}</h1><p class="standfirst">${story.lead}</p>
${picture(story, 960, 440, 'article-art')}
${slot(context, 'articleLead', 'lead-slot')}
<p>${opening}</p>${slot(context, 'phoneText')}${rest.slice(0, 1).map(paragraph)}${slot(context, 'articleNative', 'in-text')}${rest.slice(1).map(paragraph)}${slot(context, 'articleText', 'in-text')}
<div class="more"><h2>More from the valley</h2><ul>${more.map((other) => html`<li><a href="${address(other)}">${other.title}</a></li>`)}</ul></div>
</article>${sidebar(context)}</div></main>`;
  return page(context, {
    title: `${story.title} - ${SITE_NAME}`,
    description: story.lead,
    current: address(story),
    keywords: story.keywords,
    body,
  });
}

export function missingPage(context: SiteContext): string {
  const body = html`<main class="missing"><h1>Lost in the fog</h1><p>There is no page at this address. The <a href="/">front page</a> is above the clouds.</p>${slot(context, 'articleTop')}</main>`;
  return page(context, {
    title: `Not found - ${SITE_NAME}`,
    description: 'No such page.',
    current: '',
    keywords: [],
    body,
  });
}
