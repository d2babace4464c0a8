import { describe, expect, it } from 'vitest';
import { likelyCodePage } from '#programme/readers/code-pages.ts';
import { codePageBytes } from '../../support/programmes/code-page-bytes.ts';

/** Names of activities and parts of a building, as in programmes of each country. */
const programmes: readonly (readonly [language: string, label: string, names: string])[] = [
  [
    'Polish',
    'windows-1250',
    `Zagospodarowanie placu budowy, Roboty ziemne – zdjęcie humusu, Wykopy pod ławy fundamentowe, Zbrojenie ścian piwnic,
    Szalowanie ścian, Betonowanie płyty, Montaż konstrukcji stalowej, Ocieplenie poddasza, Stan zero, Wykonało przedsiębiorstwo,
    Instalacje wodociągowe, Pokrycie dachu blachą, Odbiór końcowy, Próba szczelności, Źródło zasilania, Żelbet, C30/37`,
  ],
  [
    'Czech',
    'windows-1250',
    `Zařízení staveniště, Výkop základů, Bednění stropu, Betonáž základové desky, Zdění příček, Střešní konstrukce, Omítky,
    Vnitřní rozvody vody, Montáž oken a dveří, Zkoušky, Předání díla, Úpravy terénu, Žlaby, Přípojka plynu, Nátěry`,
  ],
  [
    'Slovak',
    'windows-1250',
    `Zemné práce, Výkop základových pásov, Debnenie stropu, Betonáž, Murivo priečok, Strešná konštrukcia, Ľahké priečky,
    Montáž okien, Osvetlenie, Odovzdanie diela, Vŕtanie pilót, Kúrenie, Sťahovanie, Vonkajšie omietky`,
  ],
  [
    'Hungarian',
    'windows-1250',
    `Földmunka, Alapozás, Zsaluzás, Vasbetonszerkezet, Tetőszerkezet, Belső vakolás, Külső hőszigetelés, Gépészeti szerelés,
    Nyílászárók beépítése, Műszaki átadás, Burkolás, Épületgépészet, Födém betonozása, Befejezés, Útépítés, Előkészítés, Tűzgátló`,
  ],
  [
    'Romanian',
    'windows-1250',
    `Organizare de şantier, Săpătură fundaţii, Turnare beton în fundaţii, Cofraje şi armare, Zidărie, Şarpantă şi învelitoare,
    Tencuieli interioare, Instalaţii electrice, Tâmplărie, Finisaje, Recepţie la terminarea lucrărilor, Pardoseală, Ţevi, Faţadă`,
  ],
  [
    'Croatian',
    'windows-1250',
    `Pripremni radovi, Iskop građevne jame, Temeljna ploča, Oplata i armatura, Betoniranje stropne ploče, Zidarski radovi,
    Krovište, Žbukanje, Ugradnja prozora, Čišćenje, Primopredaja, Uređenje okoliša, Vodovod i odvodnja, Međukatna konstrukcija`,
  ],
  [
    'Slovenian',
    'windows-1250',
    `Zemeljska dela, Izkop gradbene jame, Temeljna plošča, Opaž sten, Zidanje, Strešna konstrukcija, Čiščenje, Ključavničarska
    dela, Tlačni preizkus, Električne inštalacije, Betoniranje stebrov v pritličju, Predaja naročniku`,
  ],
  [
    'Russian',
    'windows-1251',
    `Подготовительные работы, Разработка котлована, Бетонирование фундаментной плиты, Монтаж колонн, Кладка стен, Устройство
    кровли, Отделка, Пусконаладка, Сдача объекта, Электромонтажные работы, Объём`,
  ],
  [
    'Ukrainian',
    'windows-1251',
    `Підготовчі роботи, Розробка котловану, Бетонування фундаментної плити, Мурування стін, Улаштування покрівлі, Оздоблення,
    Здача об'єкта, Електромонтажні роботи, Її відділення`,
  ],
  [
    'Bulgarian',
    'windows-1251',
    'Изкоп, Кофраж, Армировка, Бетониране на плоча, Зидария, Покрив, Довършителни работи, Въздуховоди',
  ],
  [
    'Serbian',
    'windows-1251',
    'Ископ темељне јаме, Бетонирање плоче, Зидање, Кров, Унутрашњи радови, Уређење, Чишћење',
  ],
  [
    'Greek',
    'windows-1253',
    `Εγκατάσταση εργοταξίου, Εκσκαφές θεμελίων, Ξυλότυποι, Οπλισμός, Σκυροδέτηση πλάκας ισογείου, Τοιχοποιία, Επιχρίσματα,
    Στέγη, Ηλεκτρολογικές εγκαταστάσεις, Παράδοση έργου, Άνοιγμα, Όροφος Α, ΥΔΡΑΥΛΙΚΑ`,
  ],
  [
    'Turkish',
    'windows-1254',
    `Şantiye kurulumu, Temel kazısı, Donatı işleri, Kalıp işleri, Döşeme betonu, Çatı, Duvar örülmesi, Sıva, Mekanik tesisat
    montajı, İnşaat, Boya, Geçici kabul, Dış cephe kaplaması, Asansör, Çevre düzenlemesi, Yalıtım, IŞIKLANDIRMA`,
  ],
  [
    'Hebrew',
    'windows-1255',
    `התארגנות באתר, חפירה, יציקת יסודות, קירות מרתף, בניית קומה א, איטום גג, עבודות חשמל, אינסטלציה, טיח, ריצוף, צבע, מסירה`,
  ],
  [
    'Arabic',
    'windows-1256',
    `أعمال الحفر, صب الأساسات, أعمال الطوب, أعمال العزل, التشطيبات, الأعمال الكهربائية, تسليم المشروع, السقف, تجهيز الموقع, حديد التسليح`,
  ],
  ['Persian', 'windows-1256', 'گودبرداري, بتن ريزي پي, ديوار چيني, سقف, نماسازي, پروژه, آرماتوربندي, تحويل'],
  [
    'Lithuanian',
    'windows-1257',
    `Paruošiamieji darbai, Žemės darbai, Pamatų betonavimas, Kolonų montavimas, Perdangos plokštė, Mūro darbai, Stogo įrengimas,
    Langų montavimas, Apdailos darbai, Elektros tinklų įrengimas, Aikštelė, Pridavimas, Šildymo sistema, Grindų šiltinimas`,
  ],
  [
    'Latvian',
    'windows-1257',
    `Būvlaukuma iekārtošana, Zemes darbi, Pamatu izbūve, Pārseguma betonēšana, Sienu mūrēšana, Jumta konstrukcija, Logu montāža,
    Apdares darbi, Elektroinstalācija, Ēkas nodošana, Siltināšana, Ūdensapgāde, Ārējie tīkli, Grīdas ieklāšana, Iekšējā apdare`,
  ],
  [
    'Vietnamese',
    'windows-1258',
    `Chuẩn bị mặt bằng, Đào móng, Đổ bê tông móng, Cốt thép cột, Xây tường, Lợp mái, Trát tường, Lắp đặt điện nước, Hoàn thiện,
    Nghiệm thu bàn giao, Thi công cọc khoan nhồi, Ván khuôn dầm sàn tầng 1, Sơn nước`,
  ],
  [
    'Polish capitals',
    'windows-1250',
    'PŁYTA ŻELBETOWA, ŚCIANY, WYKOPY POD ŁAWY, ROBOTY WYKOŃCZENIOWE, ODBIÓR KOŃCOWY',
  ],
  [
    'Polish with few special letters',
    'windows-1250',
    'Roboty ziemne, Fundamenty, Ściany, Strop nad parterem, Dach, Okna, Tynki, Posadzki, Elewacja, Przyłącza',
  ],
  ['Czech capitals', 'windows-1250', 'VÝKOP ZÁKLADŮ, BEDNĚNÍ, STŘECHA, PŘÍČKY'],
  [
    'Hungarian with few special letters',
    'windows-1250',
    'Földmunkák, Alapozás, Falazás, Födém, Tetőszerkezet, Nyílászárók, Vakolás, Burkolatok, Homlokzati hőszigetelés, Tereprendezés',
  ],
  [
    'Croatian with few special letters',
    'windows-1250',
    'Iskop, Temelji, Zidovi, Međukatna ploča, Krovište, Žbuka, Stolarija, Fasada, Uređenje okoliša, Tehnički pregled',
  ],
  [
    'Latvian with few special letters',
    'windows-1257',
    'Rakšanas darbi, Pamati, Sienas, Pārsegumi, Jumts, Logi, Apmetums, Grīdas, Fasāde, Labiekārtošana, Ūdensvads, Teritorija',
  ],
  [
    'Estonian with š and ž',
    'windows-1257',
    'Kaevetööd, Vundament, Seinad, Vahelagi, Katus, Aknad, Krohv, Põrandad, Fassaad, Haljastus, Šahtid, Garaažid, Žalusiid, Plaažid',
  ],
  ['Russian capitals', 'windows-1251', 'ЗЕМЛЯНЫЕ РАБОТЫ, ФУНДАМЕНТ, СТЕНЫ, КРОВЛЯ, Кран КБ-403, Бетон В25'],
  ['Greek capitals', 'windows-1253', 'ΧΩΜΑΤΟΥΡΓΙΚΑ, ΣΚΥΡΟΔΕΤΗΣΗ, ΤΟΙΧΟΠΟΙΙΑ'],
  [
    'Polish with one accented word',
    'windows-1250',
    'Roboty ziemne, Fundamenty, Ławy, Strop, Dach, Okna, Tynki',
  ],
  [
    'Polish with one special letter at the end',
    'windows-1250',
    'Beton B25, Stal, Kanalizacja, Drenaż, Dach, Rynny',
  ],
  ['Czech with one accented word', 'windows-1250', 'Projekt, Piloty, Beton, Krov, Dveře, Okna'],
  ['Hungarian with one accented word', 'windows-1250', 'Alap, Fal, Ablakok, Burkolat, Tető, Festés'],
  ['Croatian with one accented word', 'windows-1250', 'Vodovod, Struja, Grijanje, Pločice, Parket, Lift'],
  ['Romanian with one accented word', 'windows-1250', 'Excavare, Umplutură, Beton, Armare, Grinzi'],
  [
    'Turkish with one distinctive word',
    'windows-1254',
    'Temel, Beton, Demir, Kalıp, Sıva, Çatı, Boya, Elektrik',
  ],
  ['Turkish with one accented word', 'windows-1254', 'Proje, Ruhsat, Hafriyat, Duvar, Kapı, Pencere'],
  ['Turkish with ş at the end', 'windows-1254', 'Mobilizasyon, Beton, Kolon, Kiriş, Asma tavan'],
  ['Turkish with ğ after a vowel', 'windows-1254', 'Saha, Beton, Doğrama, Temel değiştirme, Test'],
  [
    'Lithuanian with one accented word',
    'windows-1257',
    'Projektas, Leidimas, Sienos, Stogas, Langai, Šildymas',
  ],
  ['Lithuanian with ų at the end', 'windows-1257', 'Stogo danga, Vamzdynų tiesimas, Asfaltas'],
  ['Latvian with one accented word', 'windows-1257', 'Projekts, Pamati, Sienas, Jumts, Logi, Grīdas'],
  ['Vietnamese with few such words', 'windows-1258', 'Start, Thi công, Block A, Nghiệm thu, Crane'],
  ['Russian capitals in two words', 'windows-1251', 'ФУНДАМЕНТ, СТЕНЫ'],
  ['Bulgarian in two words', 'windows-1251', 'Кофраж, Армировка'],
  ['Persian in one word', 'windows-1256', 'تحويل'],
  ['words that have letters of two scripts in other pages', 'windows-1250', 'ěřů, ůřě, řěů, ěůř, Mřaż'],
  ['English with one Russian word', 'windows-1251', 'Start, Finish, Кровля, Boiler, Test'],
];

const western: readonly (readonly [language: string, names: string])[] = [
  [
    'English',
    'Façade 24 m², Ø 32 bars, Ø32mm – “Level 2”, 1½ brick wall, ½brick, £ 500, £500k, 20 °C, ±0.00, 3 µm, Zoë’s café, Concrete¹, Steel², Doors³, ©, ®, € 12, •, N°',
  ],
  [
    'German',
    `Baustelle einrichten, Erdarbeiten, Gründung, Schalung Wände 2. OG, Betonage Bodenplatte, Außenputz, Türen, Fußboden, Übergabe,
    AUßENANLAGEN, Dämmung 12 m², Österreich, Café-Möbel, Rohre Ø 32, Prüfung «Lüftung», Beton¹, Größe`,
  ],
  [
    'French',
    `Installation de chantier, Terrassement, Béton armé – dalle, Étanchéité, Façade, Électricité, Plâtrerie, Cloisons, Réception,
    Maçonnerie, Gros œuvre, Chauffage à l’étage, Fenêtres, Clôture, Contrôle, BéTON, Naïf, Août, N° 3, L´eau, Voirie (m²)`,
  ],
  [
    'Spanish',
    `Excavación, Cimentación, Losa de hormigón, Albañilería, Instalación eléctrica, Cubierta, Carpintería, Señalización, Pintura,
    ¿Aprobado?, 1ª fase, Nº 3, Pingüino, Diseño, Estructura metálica, Baño`,
  ],
  [
    'Portuguese',
    `Escavação, Fundações, Betão, Instalação elétrica, Alvenaria, Revestimentos, Pavimentação, Impermeabilização, Estação, Portões,
    Água, Saída, 2º piso, Cerâmica, Sinalização, Inspeções, Vãos`,
  ],
  [
    'Italian',
    'Attività, Qualità del calcestruzzo, Perché, Più, Però, Fognatura, Così, Città, Già, Opere di proprietà, È finito',
  ],
  [
    'Danish',
    'Jordarbejde, Støbning af dæk, Murværk, Tømrer, Målerarbejde, Færdiggørelse, Kælder, Tagdækning, Vinduer på 1. sal, Aflevering, Rør Ø110',
  ],
  [
    'Swedish',
    'Markarbeten, Gjutning av bjälklag, Väggar, Målning, Överlämning, Fönster, Ytterdörrar, Tätskikt, Åtgärder, Rör, Idé',
  ],
  [
    'Finnish',
    'Maanrakennus, Väliseinät, Märkätilat, Töiden päättäminen, Sähkötyöt, Ääneneristys, Vesikatto, Täyttö',
  ],
  [
    'Icelandic',
    `Jarðvinna, Uppsláttur, Steypa í sökkul, Þak, Gluggar og hurðir, Málning, Afhending, Múrverk, Lóð, Þéttilag, Útveggir,
    Loftræsing, Pípulögn, Ný lögn, Háð, Æfing`,
  ],
  [
    'Dutch',
    'Grondwerk, Fundering, Coördinatie, Geïsoleerde gevel, Metselwerk, Oplevering, Beëindiging, Ruïne, Café, Tweeën, Financiële',
  ],
  [
    'Catalan',
    'Excavació, Fonamentació, Instal·lació elèctrica, Façana, Fusteria, Qualitat, Formigó, Coberta, Paviment, Mòdul, Il·luminació',
  ],
  [
    'Albanian',
    'Ndërtim, Përgatitja e sheshit, Gërmime, Betonim i themeleve, Suvatim, Çati, Dërrasë, Ujësjellës, Mbushje, Këmishë',
  ],
  [
    'Norwegian',
    'Grunnarbeid, Støping av såle, Forskaling, Tømrerarbeid, Rør, Ytre miljø, Vegger på plan 2, Overtagelse, Kjøkken, Rømningsvei, Nærmiljø',
  ],
  [
    'Estonian',
    'Mullatööd, Vundament, Põrandad, Müüritööd, Viimistlustööd, Üleandmine, Võrgud, Krohvimistööd, Garaaž, Šaht',
  ],
  [
    'German and French',
    'Gründung, Außenputz, Türen, Übergabe, Béton armé, Étanchéité, Façade, Gros œuvre, Dämmung, Réception, Müller, Contrôle, À faire, Schlüssel',
  ],
  [
    'German, French and Italian',
    'Gründung, Außenputz, Türen, Übergabe, Béton, Étanchéité, Façade, Contrôle, Qualità, Più, Attività, Però',
  ],
  [
    'Spanish and German names',
    'Excavación, Señalización, Müller, Größe, Cimentación, Jürgen, José, Peña, Strauß, Höhe',
  ],
  ['Norwegian with Polish people without accents', 'Støping, Vegger på plan 2, Blåse, Ærlig, Jürgen, André'],
  ['one name', 'Ångström'],
  ['no letters beyond ASCII', 'Pour slab, Wall'],
  [
    'German with foreign names',
    'Kaminofen, Küche, Größe, Maße, Straße, Fundament – Süd, 2. Bauabschnitt „Ost“, Höhe 3½ m, Querschnitt 12 cm², Ø-Bohrung, Ø32, €-Betrag, Café, Fa. Škoda, Žižka GmbH',
  ],
  [
    'French capitals',
    'FAÇADE, ÉTANCHÉITÉ, RéCEPTION, RÉCEPTION, BÉTON, DÉMOLITION, PLÂTRERIE, MAÇONNERIE, N° 12, 3ème étage, M² de dalle, Hôtel, Bâtiment A, Gros-œuvre, Œuvre, Voirie et réseaux divers, Désamiantage',
  ],
  ['Irish', 'Támhsailíocht, Bóthar, Céim, Obair thalún, Críochnú, Urlár, Dún Laoghaire, Gaoth, Iúil, Síle'],
  [
    'Swiss',
    'Gebäude, Fassade, Façade, Plâtrerie, Étage, Küche, Büro, Zürich, Genève, Neuchâtel, Lugano, Bâle, Höhe, Façadier, Électricité, Müllraum, Dach über EG, Gymnase, Préau, Türen',
  ],
  [
    'English with signs and names',
    'Smith’s “Plant” – 24 m² @ £12/m³, ±5 mm, 45°, ¼ turn, ½ landing, ¾ inch, © 2026, Acme®, Foo™, Pos. ¹, §5, • item, 10 µm, m³/s, kg/m², Ø12@200, € 100, 5 ½", naïve, café, résumé, José, Müller, Søren, Gonçalo, Núñez, Zoë, Renée',
  ],
  ['signs in names', 'Plan²Build, Co²mfort, H²O, CO², L³, A¹B'],
  ['pounds', 'Budget £k, £m spend, £1m, £per m, ¼ turn'],
  ['single letters', 'Ð block, Tower Þ, Ø, Level À'],
  ['Icelandic with few special letters', 'Beton, Gluggar, Nýbygging, Ný lögn, Guðný, Verkáætlun'],
  ['Czech names with ý', 'Küche, Herr Novotný, Veselý AG, Tür'],
  ['Danish islands', 'Grundmur, Trægulv, Færøerne, Fanø, Bodø, Havneøen'],
  ['Catalan with è', 'Règim, Electrònica, Què, Estètica, Clorèmia, Qualitat, Pòrtic'],
  ['Estonian with long õ', 'Betoonpõrand, Mõõdud, Võõrandamine, Välisvõrgud'],
  [
    'French with û, î and è',
    'Bûche, Fûts, Croûte, Pièce, Chèque, Fraîcheur, Chaînage, Légèreté, Maître d’œuvre',
  ],
  ['Italian with one accented word', 'Caffè, Ponteggi, Solaio, Pavimenti'],
];

describe('the code page of a programme', () => {
  it.each(programmes)('is found in %s', (_language, label, names) => {
    expect(likelyCodePage(codePageBytes(names, label))?.label).toBe(label);
  });

  it.each([
    [
      'Pamatų',
      'windows-1257',
      'windows-1250',
      '"Pamatø" becomes "Pamatř", or just as likely "Pamatų" in windows-1257',
    ],
    [
      'montāža',
      'windows-1257',
      'windows-1250',
      '"montâþa" becomes "montâţa", or just as likely "montāža" in windows-1257',
    ],
  ])(
    'is reported together with another one that fits equally many words: %s',
    (name, written, label, example) => {
      expect(likelyCodePage(codePageBytes(name, written))).toEqual({ label, example });
    },
  );

  it.each(western)('stays Windows-1252 in %s', (_language, names) => {
    expect(likelyCodePage(codePageBytes(names, 'windows-1252'))).toBeUndefined();
  });
});
