use crate::table::RowColumn::{self, *};

/// The columns of people. They are English, German, French and Spanish, with the names in the exports of Koha, SLiMS, Evergreen,
/// OpenBiblio and Destiny.
pub(in crate::table::columns) const PEOPLE: [(RowColumn, &str); 21] = [
    (
        Name,
        "name; full name; person; patron; patron name; member name; member_name; borrower; borrower name; user name; vollständiger \
         name; nutzer; leser; nom complet; nom et prénom; lecteur; nombre completo; nombre y apellidos; lector; usuario",
    ),
    (
        FirstName,
        "first name; first names; firstname; given name; forename; first_given_name; vorname; vornamen; rufname; prénom; prénoms; \
         nombre; nombres; nombre de pila",
    ),
    (
        MiddleName,
        "middle name; middlename; second_given_name; zweiter vorname; deuxième prénom; segundo nombre",
    ),
    (
        LastName,
        "last name; lastname; family name; family_name; surname; nachname; familienname; nom; nom de famille; apellido; apellidos",
    ),
    (
        Email,
        "email; e-mail; email address; email 1; email address 1; primary email; mail; member_email; patron email; e-mail-adresse; \
         emailadresse; mailadresse; courriel; adresse e-mail; adresse électronique; correo; correo electrónico",
    ),
    (Role, "role; rolle; rôle; rol"),
    (
        StudentId,
        "card number; cardnumber; library card; library card number; patron barcode; patron_barcode; user barcode; barcode; \
         barcode number; barcode_nmbr; card.barcode; member_id; member id; member number; student id; student number; \
         student no; id; patron id; district id; user id; ausweisnummer; lesernummer; benutzernummer; bibliotheksausweis; \
         schülernummer; schüler-id; matrikelnummer; numéro de carte; numéro de lecteur; n° de carte; numéro d'étudiant; \
         número de carné; número de carnet; número de tarjeta; número de socio; matrícula",
    ),
    (
        PatronCategory,
        "patron category; patron type; category; categorycode; category code; borrower category; member type; \
         member_type_name; member type name; profile; permission group; permission_group; classification; mbr_classif; \
         nutzergruppe; benutzergruppe; personengruppe; lesergruppe; catégorie; catégorie de lecteur; categoría; tipo de \
         usuario; tipo de lector",
    ),
    (
        College,
        "college; college name; school; site; institution; inst_name; hochschule; schule; hochschule oder schule; école; \
         établissement; escuela; colegio; institución",
    ),
    (
        Department,
        "department; faculty; fachbereich; fakultät; abteilung; département; faculté; departamento; facultad",
    ),
    (
        Semester,
        "current semester; semester; year; aktuelles semester; semestre; semestre actuel; semestre actual; año académico",
    ),
    (
        SemesterCategory,
        "current semester category; current semester study category; semester category; study category; studienkategorie; \
         studienfach; filière; carrera",
    ),
    (
        Class,
        "class; class name; grade; grade level; school_grade; form; year group; klasse; klassenstufe; jahrgangsstufe; stufe; \
         classe; niveau; clase; curso; grado",
    ),
    (
        Homeroom,
        "homeroom; homeroom teacher; school_teacher; classroom; class teacher; form teacher; klassenraum; klassenzimmer; \
         klassenlehrer; klassenlehrerin; klassenleitung; salle de classe; professeur principal; aula; tutor; tutora",
    ),
    (
        Phone,
        "mobile; mobile phone; cell phone; phone; phone number; telephone; primary phone; home_phone; day_phone; phone 1; \
         member_phone; telefon; telefonnummer; handy; mobil; téléphone; portable; teléfono; móvil; celular",
    ),
    (
        Address,
        "address; street; street address; address 1; address line 1; street1; member_address; adresse; anschrift; straße; \
         rue; dirección; domicilio; calle",
    ),
    (
        AddressMore,
        "address2; address 2; address line 2; street2; adresszusatz; complément d'adresse; dirección 2",
    ),
    (
        PostalCode,
        "postal code; post code; post_code; postcode; zip code; zipcode; zip; postleitzahl; plz; code postal; código postal",
    ),
    (City, "city; town; stadt; ort; wohnort; ville; ciudad; localidad"),
    (Country, "country; land; pays; país"),
    (
        Language,
        "language; lang; preferred language; sprache; langue; idioma",
    ),
];
