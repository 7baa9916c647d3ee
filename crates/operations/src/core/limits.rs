//! Limits on attempts and on the calls of one caller, the lifetime of sessions, and the hosts that the server may call.

use std::time::Duration;

use carrel_domain::book_data::{BookHosts, OpenLibraryAddress};
use carrel_domain::mail_hosts::MailHosts;
use carrel_domain::users::slowdown::Slowdown;
use carrel_domain::users::throttle::Limit;
use carrel_domain::webhooks::AllowedHost;
use carrel_storage::engine::DiskSpace;

/// Limits on attempts, the lifetime of sessions, and the hosts that the server may call.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Guesses of passwords.
    pub guesses: GuessLimits,
    /// Writes of one caller.
    pub writes: WriteLimits,
    /// Wrong codes of one account's authenticator app on new devices. The owner can use a known device or a recovery code.
    pub codes_by_account: Limit,
    /// Links for a new password opened from one address.
    pub password_links_by_address: Limit,
    /// Registrations from one address.
    pub registrations_by_address: Limit,
    /// Password links requested by mail, of one account.
    pub password_mails_by_account: Limit,
    /// Password links requested by mail, from one address.
    pub password_mails_by_address: Limit,
    /// Downloads of one's own data, of one account.
    pub exports_by_account: Limit,
    /// Hosts that webhooks may call. When empty, the server calls no host.
    pub webhook_hosts: Vec<AllowedHost>,
    /// Mail servers that administrators may set.
    pub mail_hosts: MailHosts,
    /// Hosts that may be asked for book data.
    pub book_hosts: BookHosts,
    /// Where Open Library is.
    pub open_library: OpenLibraryAddress,
    /// The timeout of a request for book data, with its redirects and its body.
    pub book_source_timeout: Duration,
    /// Streams of live changes.
    pub live: LiveLimits,
    /// Calls of visitors of an open catalogue.
    pub visitors: VisitorLimits,
    /// How long a session lasts, in seconds.
    pub session_seconds: i64,
    /// How long a session lasts with "Remember me", in seconds.
    pub remembered_session_seconds: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            guesses: GuessLimits::default(),
            writes: WriteLimits::default(),
            codes_by_account: Limit {
                max: 50,
                window_seconds: 60 * 60,
            },
            password_links_by_address: Limit {
                max: 300,
                window_seconds: 15 * 60,
            },
            registrations_by_address: Limit {
                max: 200,
                window_seconds: 60 * 60,
            },
            password_mails_by_account: Limit {
                max: 5,
                window_seconds: 60 * 60,
            },
            password_mails_by_address: Limit {
                max: 100,
                window_seconds: 60 * 60,
            },
            exports_by_account: Limit {
                max: 20,
                window_seconds: 60 * 60,
            },
            live: LiveLimits::default(),
            visitors: VisitorLimits::default(),
            session_seconds: 12 * 60 * 60,
            remembered_session_seconds: 30 * 24 * 60 * 60,
            webhook_hosts: Vec::new(),
            mail_hosts: MailHosts::default(),
            book_hosts: BookHosts::default(),
            open_library: OpenLibraryAddress::default(),
            book_source_timeout: Duration::from_secs(5),
        }
    }
}

/// Limits of the streams of live changes.
#[derive(Debug, Clone)]
pub struct LiveLimits {
    /// The maximum number of open streams of one person. A browser has one.
    pub of_person: usize,
    /// The maximum number of open streams of this process: half of its connections.
    pub of_server: usize,
    /// How often the server looks for changes while a stream is open.
    pub interval: Duration,
    /// How often a stream sends something and checks that its session is valid. Shorter than the timeouts of proxies.
    pub heartbeat: Duration,
}

impl Default for LiveLimits {
    fn default() -> Self {
        LiveLimits {
            of_person: 10,
            of_server: 2048,
            interval: Duration::from_millis(500),
            heartbeat: Duration::from_secs(10),
        }
    }
}

/// So many calls at once, and then one in each interval.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    pub burst: u32,
    /// In milliseconds.
    pub interval_ms: i64,
}

/// Limits on the calls of visitors from one address, such as a school, in each server process.
#[derive(Debug, Clone)]
pub struct VisitorLimits {
    /// All calls of the catalogue. A screen makes one or two.
    pub calls: Rate,
    /// Searches, and pages far down a list. A person who types a word makes two or three.
    pub searches: Rate,
}

impl Default for VisitorLimits {
    fn default() -> Self {
        VisitorLimits {
            calls: Rate {
                burst: 1000,
                interval_ms: 25,
            },
            searches: Rate {
                burst: 300,
                interval_ms: 100,
            },
        }
    }
}

/// How much guesses are slowed down.
#[derive(Debug, Clone)]
pub struct GuessLimits {
    /// Guesses at one account from one origin.
    pub of_origin: Slowdown,
    /// Guesses at one account from all origins but known devices. They delay the next one, and refuse none.
    pub of_account: Slowdown,
    /// The accounts at which one address guesses. A school behind one address must be able to work.
    pub of_address: Slowdown,
    /// The maximum time that a guess waits for its turn, in milliseconds. One that would wait longer for its origin or
    /// its address is refused; the wait for an account is cut to it, so that guesses elsewhere never refuse the owner.
    pub most_waited_ms: u64,
}

impl Default for GuessLimits {
    fn default() -> Self {
        const QUARTER_OF_AN_HOUR_MS: u32 = 15 * 60 * 1000;
        GuessLimits {
            of_origin: Slowdown {
                free: 5,
                first_ms: 1000,
                most_ms: 60_000,
                forgotten_after_ms: QUARTER_OF_AN_HOUR_MS,
                forgets_one_each_ms: None,
            },
            of_account: Slowdown {
                free: 50,
                first_ms: 1000,
                most_ms: 4000,
                forgotten_after_ms: QUARTER_OF_AN_HOUR_MS,
                forgets_one_each_ms: None,
            },
            of_address: Slowdown {
                free: 300,
                first_ms: 250,
                most_ms: 1000,
                forgotten_after_ms: QUARTER_OF_AN_HOUR_MS,
                // A busy school has no quiet quarter of an hour: all of them fade within one.
                forgets_one_each_ms: Some(QUARTER_OF_AN_HOUR_MS / 300),
            },
            most_waited_ms: 4000,
        }
    }
}

/// Limits on the writes of one caller.
#[derive(Debug, Clone)]
pub struct WriteLimits {
    /// Writes of one student. A class at work stays far below it; a program that fills the disk does not.
    pub of_student: Limit,
    /// Writes of one administrator, whose programs may add many thousand books.
    pub of_administrator: Limit,
    /// Changes of one's own details: each is stored in the audit log for good.
    pub details_changes: Limit,
    /// The disk space that students leave to staff.
    pub disk_reserve: DiskReserve,
}

/// Disk space that students leave to staff.
#[derive(Debug, Clone, Copy)]
pub struct DiskReserve {
    /// In bytes.
    pub bytes: u64,
    /// The maximum share of the disk, in percent: a small disk has a smaller reserve.
    pub percent: u64,
    /// The least reserve on a small disk, in bytes, but at most half of it: more than the log of the database grows to.
    pub least: u64,
}

impl Default for WriteLimits {
    fn default() -> Self {
        const TEN_MINUTES: u32 = 10 * 60;
        WriteLimits {
            of_student: Limit {
                max: 3000,
                window_seconds: TEN_MINUTES,
            },
            of_administrator: Limit {
                max: 60_000,
                window_seconds: TEN_MINUTES,
            },
            details_changes: Limit {
                max: 300,
                window_seconds: 60 * 60,
            },
            disk_reserve: DiskReserve {
                bytes: 128 * 1024 * 1024,
                percent: 10,
                least: 64 * 1024 * 1024,
            },
        }
    }
}

impl DiskReserve {
    /// Whether the free space is less than the reserve.
    pub(crate) fn is_reached(self, space: DiskSpace) -> bool {
        let share = (space.total / 100 * self.percent).max(self.least.min(space.total / 2));
        space.free < self.bytes.min(share)
    }
}

#[cfg(test)]
mod tests {
    use carrel_storage::engine::DiskSpace;

    use super::DiskReserve;

    #[test]
    fn the_reserve_is_smaller_on_a_small_disk() {
        let reserve = DiskReserve {
            bytes: 1000,
            percent: 10,
            least: 200,
        };
        for (total, free, is_reached) in [
            (100_000, 1000, false),
            (100_000, 999, true),
            (5000, 500, false),
            (5000, 499, true),
            (1000, 200, false),
            (1000, 199, true),
            (100, 50, false),
            (100, 49, true),
        ] {
            assert_eq!(
                reserve.is_reached(DiskSpace { total, free }),
                is_reached,
                "{free} of {total}"
            );
        }
    }
}
