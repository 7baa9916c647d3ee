use crate::table::BookColumn;

/// The columns that describe the work and its edition.
pub(in crate::table::columns) const WORKS: [(BookColumn, &str); 11] = [
    (
        BookColumn::Title,
        "title; title proper; main title; book title; item title; titel; haupttitel; buchtitel; titre; \
         titre principal; titre propre; título; título principal; título del libro; título do livro; \
         titolo; titolo principale; hoofdtitel; tytuł; tytuł książki; başlık; kitap adı; eser adı; adı; \
         название; заглавие; заголовок; наименование; назва; judul; judul buku; judul utama; العنوان; \
         عنوان; عنوان الكتاب; 书名; 題名; タイトル; book name; book; name; buch; 245a; 245$a",
    ),
    (
        BookColumn::Subtitle,
        "subtitle; sub title; title remainder; remainder of title; other title information; untertitel; \
         titelzusatz; zusatz zum titel; sous-titre; complément du titre; subtítulo; sottotitolo; \
         ondertitel; podtytuł; alt başlık; подзаголовок; anak judul; subjudul; العنوان الفرعي; 245b; 245$b",
    ),
    (
        BookColumn::Author,
        "author; authors; author 1; autor 1; verfasser 1; auteur 1; primary author; main author; first author; author name; authors names; author(s); \
         author/s; writer; creator; creators; verfasser; autor; autor/in; autorin; autor(en); autoren; \
         verfasser(in); verfasserin; verfasser/in; autor*in; autor:in; urheber; auteur; auteur(s); auteurs; \
         auteur principal; autor(es); autores; autor principal; autore; autori; autore principale; \
         auteursnaam; schrijver; schrijvers; autorzy; yazar; yazar adı; yazarı; yazarlar; автор; авторы; \
         автор(ы); penulis; pengarang; nama pengarang; المؤلف; مؤلف; اسم المؤلف; المؤلفون; 作者; 著者; \
         responsibility stmt; statement of responsibility; sor; 100a; 100$a",
    ),
    (
        BookColumn::OtherAuthors,
        "other authors; additional authors; secondary author; secondary authors; co-author; co-authors; \
         coauthor; coauthors; contributor; contributors; added authors; author 2; author2; second author; \
         further authors; weitere autoren; weitere verfasser; weitere personen; weitere beteiligte; \
         mitverfasser; mitautor; co-autor; autor 2; verfasser 2; autres auteurs; coauteur; co-auteur; \
         co-auteurs; auteurs secondaires; auteur secondaire; auteur 2; contributeurs; otros autores; \
         coautor; coautores; autor secundario; autores secundarios; outros autores; altri autori; coautore; \
         coautori; autore secondario; andere auteurs; inni autorzy; współautor; współautorzy; diğer \
         yazarlar; yardımcı yazar; yazar 2; другие авторы; соавтор; соавторы; pengarang lain; pengarang \
         tambahan; مؤلفون آخرون; المؤلف المشارك; editor; editors; herausgeber; illustrator; translator; \
         übersetzer; traducteur; 700a; 700$a",
    ),
    (
        BookColumn::Isbn,
        "isbn13; isbn-13; isbn 13; isbn (13); isbn13 number; isbn; isbn_issn; isbn/issn; isbn issn; isbns; \
         isbn number; isbn no; isbn nr; isbn-nummer; isbn nummer; isbn code; numéro isbn; número isbn; n° \
         isbn; numero isbn; codice isbn; kod isbn; numer isbn; isbn numarası; исбн; nomor isbn; no isbn; \
         ردمك; الرقم الدولي; رقم isbn; isbn10; isbn-10; isbn 10; ean; ean13; ean/isbn; gtin; 020a; 020$a",
    ),
    (
        BookColumn::Category,
        "category; categories; genre; genres; collection; collections; collection code; ccode; collection \
         name; collection cd; kategorie; kategorien; sachgruppe; systematikgruppe; sammlung; gattung; \
         catégorie; catégories; fonds; categoría; categorías; género; colección temática; categoria; \
         categorie; genere; rubriek; kategoria; gatunek; dział; kategori; tür; türü; категория; категории; \
         жанр; раздел; рубрика; golongan; koleksi; jenis koleksi; الفئة; التصنيف الموضوعي; القسم; فئة; 分类",
    ),
    (
        BookColumn::Publisher,
        "publisher; publisher name; publishercode; publisher code; publishing house; published by; imprint; \
         verlag; verlagsname; verleger; éditeur; éditeur(s); éditeur commercial; maison d'édition; \
         editorial; editora; editoriale; editore; casa editrice; casa editorial; casa editora; uitgever; \
         uitgeverij; wydawca; wydawnictwo; oficyna; yayınevi; yayıncı; yayımcı; издательство; издатель; \
         видавництво; penerbit; nama penerbit; الناشر; ناشر; دار النشر; 出版社; 260b; 264b; 260$b; 264$b",
    ),
    (
        BookColumn::Year,
        "year published; published year; publication year; year of publication; publish year; year; \
         copyrightdate; copyright date; copyright year; copyright; publication date; date of publication; \
         published; publish date; pub year; pub date; date published; publicationyear; date; \
         erscheinungsjahr; jahr; ersch.-jahr; erschienen; erscheinungsdatum; publikationsjahr; \
         veröffentlichungsjahr; année; année de publication; année d'édition; année de parution; date de \
         publication; date de parution; date d'édition; parution; año; año de publicación; año de edición; \
         fecha de publicación; fecha de edición; ano; ano de publicação; ano de edição; data de publicação; \
         anno; anno di pubblicazione; anno di edizione; data di pubblicazione; jaar; jaar van uitgave; \
         uitgavejaar; jaar van publicatie; verschijningsjaar; rok; rok wydania; data wydania; yıl; yılı; \
         yayın yılı; basım yılı; yayın tarihi; basım tarihi; год; год издания; год выпуска; год публикации; \
         рік; рік видання; tahun; tahun terbit; سنة النشر; السنة; تاريخ النشر; سنة; 出版年; original \
         publication year; 260c; 264c; 260$c; 264$c",
    ),
    (
        BookColumn::Language,
        "language; languages; language name; language code; language of text; lang; sprache; sprachen; \
         textsprache; sprachcode; langue; langues; langue du texte; idioma; idiomas; lengua; língua; \
         lingua; lingue; taal; język; język publikacji; dil; dili; язык; язык текста; мова; bahasa; اللغة; \
         لغة; 语言; 041a; 041$a",
    ),
    (
        BookColumn::Pages,
        "pages; number of pages; page count; num pages; no of pages; pagination; pages count; collation; \
         extent; physical description; seiten; seitenzahl; anzahl seiten; seitenanzahl; umfang; nombre de \
         pages; nb pages; nb de pages; páginas; número de páginas; nº de páginas; núm. páginas; paginación; \
         extensión; nº páginas; paginação; pagine; numero di pagine; numero pagine; paginazione; pagina's; \
         aantal pagina's; paginas; aantal bladzijden; strony; liczba stron; ilość stron; sayfa; sayfa \
         sayısı; страниц; страницы; количество страниц; число страниц; кол-во страниц; объем; halaman; \
         jumlah halaman; kolasi; عدد الصفحات; الصفحات; 页数; 300a; 300$a",
    ),
    (
        BookColumn::Edition,
        "edition; edition statement; editionstatement; edition name; edition number; auflage; ausgabe; \
         ausgabebezeichnung; auflagenvermerk; édition; mention d'édition; numéro d'édition; edición; \
         mención de edición; número de edición; edição; edizione; editie; druk; uitgave; wydanie; numer \
         wydania; baskı; basım; baskı sayısı; издание; сведения об издании; edisi; cetakan; الطبعة; طبعة; \
         版本; 250a; 250$a",
    ),
];
