use crate::table::BookColumn;

/// The columns that describe the content, the copies and the record.
pub(in crate::table::columns) const COPIES: [(BookColumn, &str); 14] = [
    (
        BookColumn::Description,
        "description; summary; abstract; synopsis; blurb; annotation; book description; content; \
         beschreibung; zusammenfassung; inhalt; inhaltsangabe; klappentext; kurzbeschreibung; résumé; \
         sommaire; présentation; quatrième de couverture; descripción; resumen; sinopsis; descrição; \
         resumo; sinopse; descrizione; riassunto; sinossi; trama; beschrijving; samenvatting; inhoud; opis; \
         streszczenie; açıklama; özet; tanıtım; аннотация; описание; содержание; deskripsi; abstrak; \
         ringkasan; الوصف; وصف; ملخص; نبذة; 简介; 520a; 520$a",
    ),
    (
        BookColumn::Subjects,
        "subjects; subject; topics; topic; topic1; keywords; keyword; tags; tag; subject headings; subject \
         heading; themes; theme; bookshelves; schlagwörter; schlagwort; schlagworte; schlagwoerter; \
         stichwörter; stichworte; themen; thema; sujets; sujet; mots-clés; mots clés; mot-clé; matières; \
         thèmes; thème; materias; materia; temas; tema; palabras clave; palabra clave; encabezamientos de \
         materia; descriptores; assuntos; assunto; palavras-chave; soggetti; soggetto; parole chiave; \
         argomento; argomenti; onderwerp; onderwerpen; trefwoorden; trefwoord; hasła przedmiotowe; słowa \
         kluczowe; temat; tematy; konu; konular; konu başlıkları; anahtar kelimeler; тема; темы; ключевые \
         слова; предметные рубрики; предметная рубрика; subjek; topik; kata kunci; tajuk subjek; الموضوع; \
         الموضوعات; كلمات مفتاحية; رؤوس الموضوعات; 主题; 650a; 650$a",
    ),
    (
        BookColumn::Series,
        "series; series title; series name; seriestitle; book series; serie; reihe; reihentitel; \
         schriftenreihe; serientitel; gesamttitel; buchreihe; série; série titre; titre de la série; titre \
         de série; colección; título de la serie; coleção; collana; reeks; reekstitel; seria; tytuł serii; \
         cykl; dizi; dizi adı; серия; название серии; seri; judul seri; السلسلة; سلسلة; عنوان السلسلة; 丛书; \
         490a; 830a; 490$a; 830$a",
    ),
    (
        BookColumn::Volume,
        "volume; volume number; vol; vol no; volumes; series number; series volume; number in series; \
         series no; part; part number; enumchron; band; bandnummer; bandangabe; band nr; bandzählung; teil; \
         reihenband; tome; tomaison; numéro dans la série; numéro de volume; n° de volume; tomo; número de \
         volumen; volumen; número na série; numero di volume; numero nella serie; deel; deelnummer; \
         reeksnummer; tom; numer tomu; część; cilt; cilt no; том; номер тома; часть; выпуск; jilid; nomor \
         jilid; المجلد; الجزء; رقم المجلد; 卷; 490v; 830v; 490$v",
    ),
    (
        BookColumn::Barcode,
        "barcode; item barcode; copy barcode; barcode number; barcode no; barcode nmbr; bar code; items \
         barcode; item code; barcode id; strichcode; strichcodenummer; barcodenummer; mediennummer; \
         medien-nr; mediennr; exemplarnummer; exemplar-nr; buchungsnummer; exemplar-id; code-barres; code \
         barres; code à barres; codebarre; code barre; código de barras; código de barra; cód. barras; \
         codice a barre; barcode copia; streepjescode; kod kreskowy; kod paskowy; barkod; barkod no; \
         штрихкод; штрих-код; штрих код; kode eksemplar; kode item; kode batang; nomor barcode; الباركود; \
         باركود; الرمز الشريطي; 条码; accession number; accession no; accession; acc no; acc number; item \
         number; inventory number; inventory no; asset number; inventarnummer; inventar-nr; inventarnr; \
         zugangsnummer; zugangs-nr; akzessionsnummer; numéro d'inventaire; n° inventaire; n° d'inventaire; \
         numéro d'exemplaire; cote d'exemplaire; número de inventario; nº inventario; número de registro; \
         número de inventário; número de tombo; tombo; numero di inventario; n. inventario; inventaris \
         nummer; inventarisnummer; exemplaarnummer; numer inwentarzowy; nr inwentarzowy; sygnatura \
         inwentarzowa; demirbaş no; demirbaş numarası; kayıt no; инвентарный номер; инв. номер; инв. №; \
         nomor induk; no induk; nomor inventaris; no inventaris; رقم الجرد; رقم التسجيل; 952p; 952$p",
    ),
    (
        BookColumn::CallNumber,
        "call number; callnumber; itemcallnumber; item call number; call no; call nmbr1; call numbers; \
         local call number; spine label; shelfmark; shelf mark; signatur; buchsignatur; mediensignatur; \
         cote; cotes; cote de rangement; cotation; signatura; signatura topográfica; número de \
         clasificación; número de chamada; cota; collocazione; segnatura; plaatsingskenmerk; plaatsnummer; \
         signatuur; sygnatura; yer numarası; sınıflama; шифр; шифр хранения; полочный шифр; nomor panggil; \
         no panggil; رقم الطلب; رقم الاستدعاء; 索书号; classification; class number; cn_source; dewey; dewey \
         decimal; ddc; dewey number; dewey decimal classification; lc classification; lcc; systematik; \
         klassifikation; notation; indice dewey; clasificación; cdu; cdd; classificazione; udc; ukd; ббк; \
         удк; klasifikasi; رقم التصنيف; التصنيف; 952o; 082a; 952$o",
    ),
    (
        BookColumn::Shelf,
        "location; shelf; shelving location; shelf location; item location; permanent location; location \
         name; bookcase; room; standort; regal; standortangabe; regalplatz; aufstellung; aufstellungsort; \
         fach; raum; emplacement; localisation; rayon; étagère; rayonnage; salle; ubicación; estante; \
         estantería; localización; sala; localização; prateleira; ubicazione; scaffale; posizione; locatie; \
         plank; kast; standplaats; lokalizacja; półka; regał; miejsce; konum; raf; raf no; yer; \
         местоположение; место хранения; расположение; полка; стеллаж; lokasi; rak; lokasi rak; الموقع; \
         الرف; رف; المكان; 位置; 952c; 952$c",
    ),
    (
        BookColumn::Condition,
        "condition; item condition; book condition; copy condition; zustand; erhaltungszustand; erhaltung; \
         état; état du livre; condition du livre; estado; estado de conservación; estado físico; condición; \
         estado de conservação; condizione; condizioni; stato di conservazione; stato; staat; conditie; \
         toestand; stan; stan książki; stan zachowania; durum; durumu; kondisi; состояние; الحالة; حالة \
         الكتاب; 品相",
    ),
    (
        BookColumn::Price,
        "price; list price; purchase price; cost; replacementprice; replacement price; replacement cost; \
         item price; preis; kaufpreis; ladenpreis; anschaffungspreis; ersatzpreis; wert; prix; prix \
         d'achat; coût; valeur; precio; precio de compra; coste; costo; valor; preço; custo; prezzo; prezzo \
         di acquisto; prijs; aankoopprijs; cena; cena zakupu; fiyat; fiyatı; цена; стоимость; harga; harga \
         beli; السعر; سعر; الثمن; 价格; 952g; 952$g",
    ),
    (
        BookColumn::Copies,
        "copies; number of copies; no of copies; num copies; copy count; total copies; owned copies; \
         quantity; qty; stock; exemplare; anzahl exemplare; anzahl; exemplaranzahl; stückzahl; menge; \
         bestand; exemplaires; nombre d'exemplaires; nb exemplaires; quantité; ejemplares; número de \
         ejemplares; cantidad; copias; exemplares; número de exemplares; quantidade; cópias; copie; numero \
         di copie; quantità; numero copie; exemplaren; aantal exemplaren; aantal; egzemplarze; liczba \
         egzemplarzy; ilość; liczba; adet; kopya sayısı; nüsha sayısı; nüsha; экземпляры; экземпляров; \
         количество экземпляров; количество; кол-во; кол-во экз.; число экземпляров; eksemplar; jumlah \
         eksemplar; jumlah; jumlah buku; stok; عدد النسخ; النسخ; الكمية; 册数",
    ),
    (
        BookColumn::ItemType,
        "item type; itemtype; itype; material type; media type; gmd; gmd name; general material \
         designation; material; material cd; media; format; type of material; type; document type; \
         medienart; medientyp; mediengruppe; materialart; dokumenttyp; objektart; buchart; type de \
         document; type d'exemplaire; support; type de support; tipo de material; tipo de documento; tipo \
         de ítem; tipo de item; tipo di materiale; tipo di documento; tipo; materiaalsoort; mediumtype; \
         soort; typ dokumentu; rodzaj; rodzaj materiału; materyal türü; yayın türü; materyal tipi; вид \
         документа; тип документа; тип материала; вид издания; тип; tipe; jenis bahan; jenis media; tipe \
         koleksi; نوع المادة; نوع الوعاء; النوع; 942c; 952y; 942$c; 952$y",
    ),
    (
        BookColumn::Note,
        "note; notes; comment; comments; remark; remarks; private notes; item note; itemnotes; public note; \
         general note; bemerkung; bemerkungen; notiz; notizen; anmerkung; anmerkungen; kommentar; hinweis; \
         fußnote; remarque; remarques; commentaire; commentaires; observation; observations; nota; notas; \
         observaciones; comentario; comentarios; observación; observações; observação; comentários; \
         osservazioni; commento; commenti; annotazioni; opmerking; opmerkingen; notitie; notities; uwagi; \
         uwaga; notatki; komentarz; not; notlar; примечание; примечания; заметки; комментарий; catatan; \
         keterangan; ملاحظات; ملاحظة; 备注; 500a; 500$a",
    ),
    (
        BookColumn::CoverImage,
        "cover image; cover; cover url; image; image url; cover image url; cover picture; coverimage; book \
         cover; cover file; titelbild; umschlagbild; cover-bild; umschlag; coverbild; buchcover; \
         couverture; image de couverture; portada; imagen; imagen de portada; capa; imagem; imagem da capa; \
         copertina; immagine; immagine di copertina; omslag; afbeelding; kaft; okładka; zdjęcie okładki; \
         kapak; kapak resmi; обложка; изображение; sampul; gambar sampul; gambar; الغلاف; صورة الغلاف; \
         غلاف; 封面",
    ),
    (
        BookColumn::ControlNumber,
        "control number; controlnumber; biblionumber; biblio number; biblio id; bibid; bib id; bib number; \
         record number; record id; title id; book id; system number; catalog id; katalog-id; ppn; titel-id; \
         titelnummer; titel-nr; datensatznummer; satznummer; kontrollnummer; numéro de notice; n° notice; \
         id notice; numéro de contrôle; número de control; id de registro; número de controle; numero di \
         controllo; bid; recordnummer; controlenummer; numer kontrolny; kontrol numarası; номер записи; \
         идентификатор; nomor kontrol; رقم التحكم; 001; id",
    ),
];
