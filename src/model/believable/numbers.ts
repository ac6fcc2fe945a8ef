/** Numbers as an object's properties would have them, by their names. */
import { plainName } from '../resources/names.ts';
import { isTimeName, timeOf, unitOf } from './moments.ts';
import type { LeafOf, Make } from './subject.ts';

type Numbers = readonly (readonly [names: RegExp, make: Make<number>])[];

/** What has bounds, whatever it is of. */
const BOUNDED: Numbers = [
  [/^(?:lat|latitude)$/, ({ about }) => Number(about.place(5))],
  [/^(?:lng|lon|long|longitude)$/, ({ about }) => Number(about.place(6))],
  [/^(?:age)$/, ({ about }) => 18 + about.below(50, 'age')],
  [
    /(?:rating|stars)$/,
    ({ about, leaf }) =>
      leaf.type === 'integer' ? 3 + about.below(3, 'rating') : 3 + about.below(21, 'rating') / 10,
  ],
  [/(?:percent|percentage|progress)$/, ({ about, name }) => about.below(101, name)],
  [/(?:year)$/, ({ about, now }) => new Date(now).getUTCFullYear() - about.below(12, 'year')],
  [/^port(?:number)?$|(?:server|host|smtp|proxy)port$/, () => 8080],
  [/^month$|(?:expiry|expiration|exp|birth)month$/, () => 6],
  [/^(?:day|dayofmonth|hour|hourofday)$/, () => 12],
  [/^(?:dayofweek|weekday)$/, () => 3],
  [/^(?:minute|second)$/, () => 30],
];

const NUMBERS: Numbers = [
  [
    /(?:total|totalprice|totalamount|grandtotal|subtotal|linetotal|totalcost)$/,
    (context) => money(context, context.about.total),
  ],
  [
    /(?:price|amount|cost|fee|fare|balance|salary|budget|payment|charge)$/,
    (context) => money(context, context.about.price),
  ],
  [/(?:quantity|qty)$/, ({ about }) => about.quantity],
  [/(?:width)$/, () => 640],
  [/(?:height)$/, () => 480],
  [/(?:bytes|filesize)$/, ({ about, name }) => 1024 * (1 + about.below(900, name))],
  [/(?:duration|minutes)$/, ({ about, name }) => 15 * (1 + about.below(12, name))],
  [
    /(?:(?<!ac)count|stock|seats|capacity|points|views|likes|followers)$/,
    ({ about, name }) => 1 + about.below(60, name),
  ],
];

/** Integers are in the smallest unit of the currency. */
function money({ leaf }: LeafOf, amount: number): number {
  return leaf.type === 'integer' ? Math.round(amount * 100) : amount;
}

/** What takes some time, such as `reply_time`, is no moment. */
const DURATION = /^(?!.*(?:creat|updat|modif|start|begin|end|expir|last|date)).+time$/;

/** `undefined` where the name says nothing. */
export function numberOf(context: LeafOf): number | undefined {
  const { leaf, name } = context;
  if (isTimeName(leaf) && !DURATION.test(name)) return timeOf(context) / unitOf(leaf.schema);
  return makerOf(name)?.(context);
}

function makerOf(name: string): Make<number> | undefined {
  return find(BOUNDED, name) ?? find(NUMBERS, name);
}

function find(numbers: Numbers, name: string): Make<number> | undefined {
  return numbers.find(([names]) => names.test(name))?.[1];
}

/** Whether a name tells a number, also where it is a text. */
export function tellsNumber(key: string): boolean {
  return makerOf(plainName(key)) !== undefined;
}

/** Whether a number of this name has bounds, as every service has them. */
export function isFormedNumber(key: string): boolean {
  return find(BOUNDED, plainName(key)) !== undefined;
}
