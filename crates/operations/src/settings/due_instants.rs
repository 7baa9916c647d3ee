//! The due instants of open borrowings: derived from their due days and the library's zone.

use std::collections::BTreeMap;

use carrel_domain::circulation::due::due_instants;
use carrel_storage::{Transaction, borrowings, jobs};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// The code of the hourly work that corrects them.
pub const CODE: &str = "due_instants";
/// How long after a change of the zone they are corrected, in milliseconds: longer than a transaction that has read the old
/// zone lives.
const CORRECTED_AFTER_MS: i64 = 15 * 1000;

/// Moves the due instant of every open borrowing to the end of its due day in `zone`. Returns the number of changed
/// borrowings.
///
/// A change of the zone does this in its own transaction. A concurrent transaction that has read the old zone may add a
/// borrowing with an old due instant; [`correct`] finds it.
async fn move_to_zone(transaction: &mut Transaction, zone: &TimeZone) -> Result<u64> {
    let stored = borrowings::open_due_days(transaction).await?;
    let days: Vec<Date> = stored
        .iter()
        .map(|(due_on, _)| {
            due_on
                .parse()
                .map_err(|error| Error::Defect(format!("due day {due_on}: {error}")))
        })
        .collect::<Result<_>>()?;
    let instants: BTreeMap<String, Timestamp> = due_instants(days, zone)
        .map(|(due_on, at)| (due_on.to_string(), at))
        .collect();
    let mut moved = 0;
    for (due_on, old) in stored {
        let new = instants[&due_on].as_millisecond();
        if new != old {
            moved += borrowings::move_due_instant(transaction, &due_on, old, new).await?;
        }
    }
    Ok(moved)
}

/// Moves the due instants in the transaction that changes the zone, and lets them be corrected soon afterwards.
pub(crate) async fn follow_zone(transaction: &mut Transaction, zone: &TimeZone, now: i64) -> Result<()> {
    move_to_zone(transaction, zone).await?;
    jobs::bring_forward(transaction, jobs::kind::HOURLY, CODE, now + CORRECTED_AFTER_MS).await?;
    Ok(())
}

/// Corrects due instants that do not match the zone: the second step of a change of the zone, run periodically. Returns
/// the number of changed borrowings.
pub async fn correct(library: &Library) -> Result<u64> {
    library
        .database
        .write((), |transaction, ()| {
            Box::pin(async move {
                let zone = Settings::load(transaction).await?.zone;
                move_to_zone(transaction, &zone).await
            })
        })
        .await
}
