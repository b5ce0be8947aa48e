import { slugOf } from '#domain/catalogue/text.ts';

const BY_NAME: Record<string, string> = {
  'Franz Kafka':
    '<p>Born in Prague in 1883, Kafka wrote at night after days in an insurance office. He published little and asked that the rest be burned; his friend Max Brod printed it instead.</p><p>He died of tuberculosis near Vienna in 1924.</p>',
  'Jules Verne':
    '<p>Jules Verne (1828–1905) was to become a lawyer in his father’s practice in Nantes. He went to Paris for the theatre instead, and stayed for the sixty novels of the <em>Voyages extraordinaires</em>, each of them well supplied with maps and machines.</p>',
  'حافظ شیرازی':
    '<p>شمس‌الدین محمد حافظ در سدهٔ هشتم هجری در شیراز زیست و جز چند سفر کوتاه از آن دور نشد. غزل‌هایش پس از مرگ او گرد آمد و هنوز در بیشتر خانه‌های فارسی‌زبانان کنار دست است.</p>',
  Hafez:
    '<p>Hafez lived in Shiraz in the fourteenth century and hardly ever left it. His friends collected his <em>ghazals</em> after his death; in Persian homes they are still opened at random for advice.</p>',
  'Gertrude Bell':
    '<p>Gertrude Bell (1868–1926) learned Persian for a journey to Tehran and published her translations of Hafez in 1897. Mountains, archaeology and diplomacy in Baghdad followed.</p>',
  'Terry Pratchett':
    '<p>Terry Pratchett (1948–2015) was a local newspaper reporter before a flat world on four elephants and a turtle became his full-time occupation: forty-one <em>Discworld</em> novels in thirty-two years.</p>',
  'Jane Austen':
    '<p>Jane Austen (1775–1817), a clergyman’s daughter from Hampshire, finished six novels, all of them published without her name. Her brother gave it away after her death.</p>',
  'Antoine de Saint-Exupéry':
    '<p>Airmail pilot on the routes over the Sahara and the Andes, Saint-Exupéry (1900–1944) wrote his best-known book in New York and drew its pictures himself. He did not return from a reconnaissance flight.</p>',
  'Constance Garnett':
    '<p>Constance Garnett (1861–1946) put some seventy volumes of Russian literature into English, and with them most of Dostoevsky, Chekhov and Turgenev before a generation of readers.</p>',
  'Omar Khayyám':
    '<p>Known at home as an astronomer who helped reform the calendar, Omar Khayyám (1048–1131) of Nishapur became famous abroad for his quatrains, in FitzGerald’s very free English.</p>',
};

/** Biographies of some people of the demo in the shop's own words, by slug. */
export const BIOGRAPHIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_NAME).map(([name, html]) => [slugOf(name), html]),
);
