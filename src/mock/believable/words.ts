/** What made-up people, places and things are called. Small: it is a part of every page's bundle. */

const list = (text: string): readonly string[] => text.split(' ');

export const FIRST_NAMES: readonly string[] = list(
  'Ann Omar Mei Lucas Sofia Noah Amara Jonas Priya Mateo Elin Kofi Hana Leo Zoe Ravi Clara Tomas Aisha Felix Ines Yuki Marta Samuel',
);

export const LAST_NAMES: readonly string[] = list(
  'Miller Haddad Chen Silva Rossi Okafor Berg Patel Garcia Novak Tanaka Dubois Larsen Mensah Costa Weber Kim Walsh Ivanova Moreau Santos Fischer Singh',
);

/** City, region, country, code, postal code, latitude, longitude, time zone, currency, street. */
export const PLACES: readonly (readonly string[])[] = [
  'Lyon|Rhône|France|FR|69002|45.7578|4.8320|Europe/Paris|EUR|Rue Victor Hugo',
  'Leeds|West Yorkshire|United Kingdom|GB|LS1 4DY|53.7974|-1.5438|Europe/London|GBP|Park Row',
  'Austin|Texas|United States|US|78701|30.2672|-97.7431|America/Chicago|USD|Congress Avenue',
  'Osaka|Osaka|Japan|JP|530-0001|34.7025|135.4959|Asia/Tokyo|JPY|Umeda',
  'Porto|Porto|Portugal|PT|4000-322|41.1496|-8.6110|Europe/Lisbon|EUR|Rua das Flores',
  'Toronto|Ontario|Canada|CA|M5H 2N2|43.6532|-79.3832|America/Toronto|CAD|Queen Street West',
  'Bremen|Bremen|Germany|DE|28195|53.0793|8.8017|Europe/Berlin|EUR|Langenstraße',
  'Nairobi|Nairobi|Kenya|KE|00100|-1.2864|36.8172|Africa/Nairobi|KES|Kenyatta Avenue',
  'Sydney|New South Wales|Australia|AU|2000|-33.8688|151.2093|Australia/Sydney|AUD|George Street',
  'Malmö|Skåne|Sweden|SE|211 22|55.6050|13.0038|Europe/Stockholm|SEK|Storgatan',
  'Lima|Lima|Peru|PE|15001|-12.0464|-77.0428|America/Lima|PEN|Jirón Cusco',
  'Pune|Maharashtra|India|IN|411001|18.5204|73.8567|Asia/Kolkata|INR|Station Road',
].map((line) => line.split('|'));

export const COMPANIES: readonly string[] = list(
  'Northwind Brightside Juniper Harborline Oakridge Bluepeak Lanternworks Riverstone Copperfield Silverlake Greenway Fairweather',
);

export const COMPANY_FORMS: readonly string[] = list('Ltd Inc. GmbH Group & Co. Studio');

export const ADJECTIVES: readonly string[] = list(
  'Quiet Bright Northern Golden Small Open Early Blue Gentle Wild Sunny Old Silver Green Brave Light',
);

export const THINGS: readonly string[] = list(
  'Harbor Garden Lantern River Meadow Bridge Market Forest Kettle Table Window Orchard Compass Island Bicycle Notebook',
);

export const SENTENCES: readonly string[] = [
  'Everything went as planned.',
  'Please call before noon.',
  'A quiet place close to the river.',
  'Made by hand and delivered within a week.',
  'We will get back to you on Monday.',
  'Good value, and easy to use.',
  'The second part follows next month.',
  'Bring something warm to wear.',
  'Thank you for your patience.',
  'Open every day but Sunday.',
  'It works as described.',
  'The door is on the left side.',
];

export const JOBS: readonly string[] = [
  'Product Manager',
  'Software Engineer',
  'Nurse',
  'Accountant',
  'Teacher',
  'Designer',
  'Electrician',
  'Analyst',
];

export const TAGS: readonly string[] = list(
  'new popular outdoor family weekend local classic seasonal quiet sale vintage travel',
);

export const COLORS: readonly (readonly [name: string, hex: string])[] = [
  ['blue', '#3b82f6'],
  ['green', '#22c55e'],
  ['orange', '#f97316'],
  ['purple', '#8b5cf6'],
  ['red', '#ef4444'],
  ['teal', '#14b8a6'],
  ['yellow', '#eab308'],
  ['gray', '#64748b'],
];
