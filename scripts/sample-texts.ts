/** The beginning of a book that anybody may print: a title page, then the text, set in pages. */
export type SampleText = {
  isbn: string;
  language: 'en' | 'de' | 'fa';
  title: string;
  author: string;
  /** A poem's lines stay lines; two of them are a couplet. */
  isVerse?: true;
  parts: readonly { heading: string; text: readonly string[] }[];
};

export const SAMPLE_TEXTS: readonly SampleText[] = [
  {
    isbn: '9786299901013',
    language: 'en',
    title: 'Alice’s Adventures in Wonderland',
    author: 'Lewis Carroll',
    parts: [
      {
        heading: 'Down the Rabbit-Hole',
        text: [
          'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, “and what is the use of a book,” thought Alice “without pictures or conversations?”',
          'So she was considering in her own mind (as well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies, when suddenly a White Rabbit with pink eyes ran close by her.',
          'There was nothing so very remarkable in that; nor did Alice think it so very much out of the way to hear the Rabbit say to itself, “Oh dear! Oh dear! I shall be late!” (when she thought it over afterwards, it occurred to her that she ought to have wondered at this, but at the time it all seemed quite natural); but when the Rabbit actually took a watch out of its waistcoat-pocket, and looked at it, and then hurried on, Alice started to her feet, for it flashed across her mind that she had never before seen a rabbit with either a waistcoat-pocket, or a watch to take out of it, and burning with curiosity, she ran across the field after it, and fortunately was just in time to see it pop down a large rabbit-hole under the hedge.',
          'In another moment down went Alice after it, never once considering how in the world she was to get out again.',
          'The rabbit-hole went straight on like a tunnel for some way, and then dipped suddenly down, so suddenly that Alice had not a moment to think about stopping herself before she found herself falling down a very deep well.',
          'Either the well was very deep, or she fell very slowly, for she had plenty of time as she went down to look about her and to wonder what was going to happen next. First, she tried to look down and make out what she was coming to, but it was too dark to see anything; then she looked at the sides of the well, and noticed that they were filled with cupboards and book-shelves; here and there she saw maps and pictures hung upon pegs.',
          'She took down a jar from one of the shelves as she passed; it was labelled “ORANGE MARMALADE”, but to her great disappointment it was empty: she did not like to drop the jar for fear of killing somebody underneath, so managed to put it into one of the cupboards as she fell past it.',
        ],
      },
    ],
  },
  {
    isbn: '9786299905233',
    language: 'de',
    title: 'Die Verwandlung',
    author: 'Franz Kafka',
    parts: [
      {
        heading: 'I',
        text: [
          'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch, auf dessen Höhe sich die Bettdecke, zum gänzlichen Niedergleiten bereit, kaum noch erhalten konnte. Seine vielen, im Vergleich zu seinem sonstigen Umfang kläglich dünnen Beine flimmerten ihm hilflos vor den Augen.',
          '„Was ist mit mir geschehen?“, dachte er. Es war kein Traum. Sein Zimmer, ein richtiges, nur etwas zu kleines Menschenzimmer, lag ruhig zwischen den vier wohlbekannten Wänden. Über dem Tisch, auf dem eine auseinandergepackte Musterkollektion von Tuchwaren ausgebreitet war – Samsa war Reisender –, hing das Bild, das er vor kurzem aus einer illustrierten Zeitschrift ausgeschnitten und in einem hübschen, vergoldeten Rahmen untergebracht hatte.',
          'Gregors Blick richtete sich dann zum Fenster, und das trübe Wetter – man hörte Regentropfen auf das Fensterblech aufschlagen – machte ihn ganz melancholisch. „Wie wäre es, wenn ich noch ein wenig weiterschliefe und alle Narrheiten vergäße“, dachte er, aber das war gänzlich undurchführbar, denn er war gewöhnt, auf der rechten Seite zu schlafen, konnte sich aber in seinem gegenwärtigen Zustand nicht in diese Lage bringen.',
        ],
      },
    ],
  },
  {
    isbn: '9786299906841',
    language: 'fa',
    title: 'دیوان حافظ',
    author: 'حافظ شیرازی',
    isVerse: true,
    parts: [
      {
        heading: 'غزل ۱',
        text: [
          'الا یا ایها الساقی ادر کأسا و ناولها',
          'که عشق آسان نمود اول ولی افتاد مشکل‌ها',
          'به بوی نافه‌ای کآخر صبا زان طره بگشاید',
          'ز تاب جعد مشکینش چه خون افتاد در دل‌ها',
          'مرا در منزل جانان چه امن عیش چون هر دم',
          'جرس فریاد می‌دارد که بربندید محمل‌ها',
          'به می سجاده رنگین کن گرت پیر مغان گوید',
          'که سالک بی‌خبر نبود ز راه و رسم منزل‌ها',
          'شب تاریک و بیم موج و گردابی چنین هایل',
          'کجا دانند حال ما سبکباران ساحل‌ها',
          'همه کارم ز خود کامی به بدنامی کشید آخر',
          'نهان کی ماند آن رازی کز او سازند محفل‌ها',
          'حضوری گر همی‌خواهی از او غایب مشو حافظ',
          'متی ما تلق من تهوی دع الدنیا و اهملها',
        ],
      },
      {
        heading: 'غزل ۳',
        text: [
          'اگر آن ترک شیرازی به دست آرد دل ما را',
          'به خال هندویش بخشم سمرقند و بخارا را',
          'بده ساقی می باقی که در جنت نخواهی یافت',
          'کنار آب رکن آباد و گلگشت مصلا را',
          'فغان کاین لولیان شوخ شیرین‌کار شهرآشوب',
          'چنان بردند صبر از دل که ترکان خوان یغما را',
          'ز عشق ناتمام ما جمال یار مستغنی است',
          'به آب و رنگ و خال و خط چه حاجت روی زیبا را',
          'من از آن حسن روزافزون که یوسف داشت دانستم',
          'که عشق از پرده عصمت برون آرد زلیخا را',
          'غزل گفتی و در سفتی بیا و خوش بخوان حافظ',
          'که بر نظم تو افشاند فلک عقد ثریا را',
        ],
      },
      {
        heading: 'غزل ۱۸۴',
        text: [
          'دوش دیدم که ملایک در میخانه زدند',
          'گل آدم بسرشتند و به پیمانه زدند',
          'ساکنان حرم ستر و عفاف ملکوت',
          'با من راه نشین باده مستانه زدند',
          'آسمان بار امانت نتوانست کشید',
          'قرعه کار به نام من دیوانه زدند',
          'جنگ هفتاد و دو ملت همه را عذر بنه',
          'چون ندیدند حقیقت ره افسانه زدند',
        ],
      },
    ],
  },
];
