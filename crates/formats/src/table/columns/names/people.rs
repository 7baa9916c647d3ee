use crate::table::RowColumn;

/// The columns of people. They are English, German, French and Spanish, with the names in the exports of Koha, SLiMS, Evergreen,
/// OpenBiblio and Destiny.
pub(in crate::table::columns) const PEOPLE: [(RowColumn, &str); 21] = [
    (
        RowColumn::Name,
        "name; full name; person; patron; patron name; member name; member_name; borrower; borrower name; user name; vollständiger \
         name; nutzer; leser; nom complet; nom et prénom; lecteur; nombre completo; nombre y apellidos; lector; usuario",
    ),
    (
        RowColumn::FirstName,
        "first name; first names; firstname; given name; forename; first_given_name; vorname; vornamen; rufname; prénom; prénoms; \
         nombre; nombres; nombre de pila",
    ),
    (
        RowColumn::MiddleName,
        "middle name; middlename; second_given_name; zweiter vorname; deuxième prénom; segundo nombre",
    ),
    (
        RowColumn::LastName,
        "last name; lastname; family name; family_name; surname; nachname; familienname; nom; nom de famille; apellido; apellidos",
    ),
    (
        RowColumn::Email,
        "email; e-mail; email address; email 1; email address 1; primary email; mail; member_email; patron email; e-mail-adresse; \
         emailadresse; mailadresse; courriel; adresse e-mail; adresse électronique; correo; correo electrónico",
    ),
    (RowColumn::Role, "role; rolle; rôle; rol"),
    (
        RowColumn::StudentId,
        "card number; cardnumber; library card; library card number; patron barcode; patron_barcode; user barcode; barcode; \
         barcode number; barcode_nmbr; card.barcode; member_id; member id; member number; student id; student number; \
         student no; id; patron id; district id; user id; ausweisnummer; lesernummer; benutzernummer; bibliotheksausweis; \
         schülernummer; schüler-id; matrikelnummer; numéro de carte; numéro de lecteur; n° de carte; numéro d'étudiant; \
         número de carné; número de carnet; número de tarjeta; número de socio; matrícula",
    ),
    (
        RowColumn::PatronCategory,
        "patron category; patron type; category; categorycode; category code; borrower category; member type; \
         member_type_name; member type name; profile; permission group; permission_group; classification; mbr_classif; \
         nutzergruppe; benutzergruppe; personengruppe; lesergruppe; catégorie; catégorie de lecteur; categoría; tipo de \
         usuario; tipo de lector",
    ),
    (
        RowColumn::College,
        "college; college name; school; site; institution; inst_name; hochschule; schule; hochschule oder schule; école; \
         établissement; escuela; colegio; institución",
    ),
    (
        RowColumn::Department,
        "department; faculty; fachbereich; fakultät; abteilung; département; faculté; departamento; facultad",
    ),
    (
        RowColumn::Semester,
        "current semester; semester; year; aktuelles semester; semestre; semestre actuel; semestre actual; año académico",
    ),
    (
        RowColumn::SemesterCategory,
        "current semester category; current semester study category; semester category; study category; studienkategorie; \
         studienfach; filière; carrera",
    ),
    (
        RowColumn::Class,
        "class; class name; grade; grade level; school_grade; form; year group; klasse; klassenstufe; jahrgangsstufe; stufe; \
         classe; niveau; clase; curso; grado",
    ),
    (
        RowColumn::Homeroom,
        "homeroom; homeroom teacher; school_teacher; classroom; class teacher; form teacher; klassenraum; klassenzimmer; \
         klassenlehrer; klassenlehrerin; klassenleitung; salle de classe; professeur principal; aula; tutor; tutora",
    ),
    (
        RowColumn::Phone,
        "mobile; mobile phone; cell phone; phone; phone number; telephone; primary phone; home_phone; day_phone; phone 1; \
         member_phone; telefon; telefonnummer; handy; mobil; téléphone; portable; teléfono; móvil; celular",
    ),
    (
        RowColumn::Address,
        "address; street; street address; address 1; address line 1; street1; member_address; adresse; anschrift; straße; \
         rue; dirección; domicilio; calle",
    ),
    (
        RowColumn::AddressMore,
        "address2; address 2; address line 2; street2; adresszusatz; complément d'adresse; dirección 2",
    ),
    (
        RowColumn::PostalCode,
        "postal code; post code; post_code; postcode; zip code; zipcode; zip; postleitzahl; plz; code postal; código postal",
    ),
    (
        RowColumn::City,
        "city; town; stadt; ort; wohnort; ville; ciudad; localidad",
    ),
    (RowColumn::Country, "country; land; pays; país"),
    (
        RowColumn::Language,
        "language; lang; preferred language; sprache; langue; idioma",
    ),
];
