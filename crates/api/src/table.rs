//! The table of every route with its access. A new route needs a line here and a handler.
//!
//! The router, the document (`x-carrel-access`), the tests and the list of calls in `docs/api.md` are made from it.

use carrel_domain::users::Act;
use utoipa_axum::router::UtoipaMethodRouter;
use utoipa_axum::routes;

use crate::access::Access;
use crate::interoperation::{feed, oai, sru};
use crate::routes::{
    access_tokens, account, admin, audit, auth, book_data, books, borrowings, bulk_edits, charges,
    confirmation, copies, covers, desk, duplicates, email_changes, favorites, headings, imports, labels,
    library, live, mail, merges, own_data, pages, passkeys, passwords, payments, people, ratings, records,
    reports, roles, saved_searches, second_factors, sessions, settings, setup, webhooks,
};
use crate::state::Api;

use Access::{Everybody, Readers, Visitors};
use Act::{
    AddCharges, Borrow, CheckOut, ConfirmIdentity, EraseUsers, ExportAudit, ExportBorrowings, ExportOwnData,
    KeepFavorites, MakeAccessTokens, MakePasswordLinks, ManageCatalogue, ManageMailServer, ManageOwnAccount,
    ManageOwnSecondFactors, ManageRoles, ManageSecurity, ManageSettings, ManageUsers, ManageWebhooks,
    ModerateReviews, RateBooks, ReadAnyBorrowing, ReadAudit, ReadCatalogue, ReadInventory, ReadOwnBorrowings,
    ReadOwnRecord, ReadOwnSecondFactors, ReadStatistics, ReadUsers, RecordPayment, RemoveSecondFactors,
    ReturnAnyBorrowing, WaiveCharges,
};

/// A handler with its path, its method and its access.
pub(crate) struct Route {
    pub access: Access,
    pub handler: UtoipaMethodRouter<Api>,
}

/// One line per route: access and handler.
macro_rules! table {
    ($($access:ident $($handler:ident)::+;)*) => {
        vec![$(Route { access: $access.into(), handler: routes!($($handler)::+) }),*]
    };
}

/// Every route.
#[rustfmt::skip]
pub(crate) fn routes() -> Vec<Route> {
    let mut routes: Vec<Route> = table![
        Everybody library::show;
        Everybody library::health;
        Everybody library::openapi;
        Everybody pages::show;
        Everybody oai::harvest;
        Everybody oai::harvest_by_form;
        Everybody sru::search;
        Everybody sru::search_by_form;
        Everybody feed::show;
        Everybody pages::home;
        Everybody pages::library_rules;
        Everybody setup::check;
        Everybody setup::complete;
        Visitors auth::login;
        Visitors auth::finish_login;
        Visitors auth::register;
        Visitors auth::confirm;
        Visitors auth::logout;
        Everybody passwords::forgot;
        Everybody passwords::reset;
        ReadOwnRecord account::me;
        ConfirmIdentity confirmation::confirm;
        ConfirmIdentity passkeys::begin_confirmation;
        ReadOwnSecondFactors second_factors::show;
        ManageOwnSecondFactors second_factors::begin_authenticator;
        ManageOwnSecondFactors second_factors::confirm_authenticator;
        ManageOwnSecondFactors second_factors::remove_authenticator;
        ManageOwnSecondFactors second_factors::make_recovery_codes;
        ManageOwnSecondFactors passkeys::begin;
        ManageOwnSecondFactors passkeys::add;
        ManageOwnSecondFactors passkeys::rename;
        ManageOwnSecondFactors passkeys::remove;
        ManageOwnAccount account::update_details;
        ManageOwnAccount account::update_password;
        ManageOwnAccount email_changes::list;
        ManageOwnAccount email_changes::dismiss;
        ManageOwnAccount email_changes::confirm;
        Everybody email_changes::undo;
        ExportOwnData own_data::export;
        ManageOwnAccount access_tokens::list;
        MakeAccessTokens access_tokens::make;
        ManageOwnAccount access_tokens::revoke;
        ManageOwnAccount sessions::list;
        ManageOwnAccount sessions::end_others;
        ManageOwnAccount sessions::end;
        Readers books::list;
        ManageCatalogue books::add;
        Readers books::categories;
        ReadCatalogue books::popular;
        ReadCatalogue books::recommendations;
        Readers books::show;
        ManageCatalogue books::change;
        Readers records::cite;
        ReadInventory records::marc;
        ManageCatalogue records::change_marc;
        ReadInventory records::export;
        ManageCatalogue books::remove;
        ManageCatalogue books::undo_remove;
        ManageCatalogue books::archive;
        ManageCatalogue books::restore;
        Everybody books::cover;
        ManageCatalogue bulk_edits::preview;
        ManageCatalogue bulk_edits::start;
        ManageCatalogue bulk_edits::list;
        ManageCatalogue bulk_edits::show;
        ManageCatalogue bulk_edits::cancel;
        ManageCatalogue bulk_edits::undo;
        ManageCatalogue bulk_edits::refused;
        ManageCatalogue headings::list;
        ManageCatalogue duplicates::list;
        ManageCatalogue duplicates::searches;
        ManageCatalogue duplicates::search;
        ManageCatalogue duplicates::dismiss;
        ManageCatalogue duplicates::reopen;
        ManageCatalogue duplicates::preview;
        ManageCatalogue duplicates::merge;
        ManageCatalogue merges::list;
        ManageCatalogue merges::undo;
        ManageCatalogue book_data::look_up;
        ManageCatalogue book_data::set_cover;
        ManageCatalogue covers::set;
        ManageCatalogue covers::remove;
        Everybody covers::show;
        ReadInventory copies::list;
        ReadInventory copies::all;
        ReadInventory copies::locations;
        ExportBorrowings copies::table;
        ManageCatalogue copies::add;
        ManageCatalogue copies::change;
        ManageCatalogue copies::withdraw;
        ManageCatalogue imports::receive;
        ManageCatalogue imports::list;
        ManageCatalogue imports::show;
        ManageCatalogue imports::map;
        ManageCatalogue imports::commit;
        ManageCatalogue imports::pause;
        ManageCatalogue imports::cancel;
        ManageCatalogue imports::undo;
        ManageCatalogue imports::records;
        ManageCatalogue imports::rejects;
        ManageCatalogue labels::print;
        ManageCatalogue labels::preview;
        ManageUsers labels::print_cards;
        ManageUsers labels::preview_cards;
        ReadCatalogue labels::sheets;
        ManageCatalogue labels::change_sheets;
        ReadCatalogue live::stream;
        Readers ratings::show;
        RateBooks ratings::rate;
        RateBooks ratings::unrate;
        Readers ratings::reviews;
        ModerateReviews ratings::moderate;
        KeepFavorites favorites::list;
        KeepFavorites favorites::ids;
        KeepFavorites favorites::add;
        KeepFavorites favorites::remove;
        KeepFavorites saved_searches::list;
        KeepFavorites saved_searches::save;
        KeepFavorites saved_searches::change;
        KeepFavorites saved_searches::remove;
        KeepFavorites saved_searches::make_feed;
        KeepFavorites saved_searches::end_feed;
        ReadAnyBorrowing borrowings::all;
        ReadOwnBorrowings borrowings::my_borrowings;
        ReadOwnBorrowings borrowings::my_history;
        ReadOwnBorrowings borrowings::my_summary;
        ReadAnyBorrowing borrowings::overdue;
        Borrow borrowings::renew_all;
        Borrow borrowings::renew;
        Borrow borrowings::undo;
        Borrow borrowings::borrow;
    ];
    routes.extend::<Vec<Route>>(table![
        ReadStatistics admin::stats;
        ReadStatistics admin::most_borrowed;
        ReadInventory admin::books;
        ReadAnyBorrowing admin::newest_borrowings;
        ExportBorrowings borrowings::table;
        ReadAnyBorrowing admin::borrowings_of_user;
        ReturnAnyBorrowing admin::return_borrowing;
        ReturnAnyBorrowing admin::undo_return;
        CheckOut desk::check_out;
        ReturnAnyBorrowing desk::check_in;
        RecordPayment admin::record_payment;
        RecordPayment payments::pay_all;
        RecordPayment payments::receipts;
        WaiveCharges admin::waive;
        AddCharges charges::add;
        RecordPayment charges::of_person;
        ReadOwnBorrowings charges::my;
        RecordPayment charges::pay;
        WaiveCharges charges::waive;
        AddCharges charges::cancel;
        ReadStatistics reports::borrowings;
        ReadStatistics reports::categories;
        ReadStatistics reports::hours;
        ReadStatistics reports::overdue;
        ReadStatistics reports::fines;
        ReadStatistics reports::attention;
        ReadStatistics reports::table;
        ReadAudit audit::list;
        ExportAudit audit::table;
        ManageSettings webhooks::list;
        ManageWebhooks webhooks::make;
        ManageWebhooks webhooks::change;
        ManageWebhooks webhooks::remove;
        ManageSettings webhooks::test;
        ManageSettings webhooks::deliveries;
        ManageSettings webhooks::resend;
        ReadUsers roles::list;
        ManageRoles roles::add;
        ManageRoles roles::change;
        ManageRoles roles::remove;
        ReadUsers people::list;
        ReadUsers people::classes;
        ManageUsers people::add;
        ManageUsers people::import;
        ReadUsers people::show;
        ManageUsers people::change;
        EraseUsers people::erase;
        MakePasswordLinks passwords::hand_out;
        RemoveSecondFactors second_factors::reset;
        ManageSettings settings::library;
        ManageSettings settings::change_library;
        ManageSettings settings::opening;
        ManageSettings settings::change_opening;
        ManageSettings settings::rules;
        ManageSettings settings::change_rules;
        ManageSettings settings::explain_rules;
        ReadCatalogue settings::kinds;
        ManageSettings settings::change_kinds;
        ManageSettings settings::home;
        ManageSettings settings::change_home;
        ManageSettings settings::page;
        ManageSettings settings::change_page;
        ManageSettings settings::registration;
        ManageSettings settings::change_registration;
        ManageSettings settings::catalogue;
        ManageSettings settings::change_catalogue;
        ManageSettings book_data::show;
        ManageSettings book_data::change_sources;
        ManageSettings book_data::try_source;
        ManageSettings settings::security;
        ManageSecurity settings::change_security;
        ManageSettings settings::privacy;
        ManageSecurity settings::change_privacy;
        ManageSettings settings::kept_data;
        ManageSettings mail::show;
        ManageMailServer mail::change;
        ManageMailServer mail::forget;
        ManageSettings mail::test;
    ]);
    routes
}
