//! The administrators' reports: days and hours of the library's zone, and the same figures before and after the days
//! are totalled.

use carrel_domain::patch::Patch;
use carrel_testkit::{Answer, Identity, Server, TestDatabase, on_both_engines};
use serde_json::{Value, json};

struct Desk {
    server: Server,
    administrator: Identity,
    reader: Identity,
}

impl Desk {
    async fn open(database: TestDatabase, zone: &'static str) -> Self {
        let server = Server::start(database).await;
        server.set("time_zone", zone).await;
        server.rule("loans_allowed", "50").await;
        server.rule("block_at_overdue", "0").await;
        let administrator = server.administrator().await;
        let reader = server.student().name("=Formula").await;
        Desk {
            server,
            administrator,
            reader,
        }
    }

    /// At an instant, a person borrows a new book of a category for this many days.
    async fn borrow_at(&self, instant: &str, category: &str, days: i64) -> Value {
        self.server.travel_to(instant);
        let book = self
            .server
            .book()
            .category(category)
            .with(|draft| draft.borrowing_period = Patch::Set(days))
            .await;
        let reader = self.server.sign_in_again(&self.reader).await;
        self.server.borrow(&reader, book.id).await
    }

    async fn ask(&self, path: &str) -> Answer {
        let administrator = self.server.sign_in_again(&self.administrator).await;
        self.server
            .get(&format!("/api/admin/reports/{path}"))
            .as_(&administrator)
            .await
    }

    async fn read(&self, path: &str) -> Value {
        self.ask(path).await.expect(200).clone()
    }
}

/// The days with borrowings, in the period and in the period before.
fn busy(report: &Value) -> Vec<(&str, u64, u64)> {
    let counts = report["counts"].as_array().expect("days");
    counts
        .iter()
        .map(|day| {
            let number = |field: &str| day[field].as_u64().expect("a number");
            (
                day["on"].as_str().expect("a day"),
                number("borrowed"),
                number("before"),
            )
        })
        .filter(|(_, borrowed, before)| borrowed + before > 0)
        .collect()
}

on_both_engines!(reports_use_the_librarys_zone_with_and_without_totals);
async fn reports_use_the_librarys_zone_with_and_without_totals(database: TestDatabase) {
    let desk = Desk::open(database, "Asia/Kolkata").await;
    // 23:40 on Tuesday in Kolkata, and half an hour later, on Wednesday; the clocks of UTC say Tuesday.
    desk.borrow_at("2026-03-10T18:10:00Z", "Fiction", 30).await;
    desk.borrow_at("2026-03-10T18:40:00Z", "Fiction", 30).await;
    // The last instant of the period before, and one in the middle of it.
    desk.borrow_at("2026-03-31T18:29:59Z", "History", 30).await;
    desk.borrow_at("2026-04-10T08:00:00Z", "Algebra", 30).await;
    desk.server.travel_to("2026-04-30T12:00:00Z");
    let mut tellings = Vec::new();
    for total in [false, true] {
        if total {
            desk.server.total_past_days().await;
        }
        let days = desk.read("borrowings?from=2026-04-01&to=2026-04-30").await;
        assert_eq!(
            days["days"],
            json!({ "from": "2026-04-01", "to": "2026-04-30", "timeZone": "Asia/Kolkata" })
        );
        assert_eq!(
            days["before"],
            json!({ "from": "2026-03-02", "to": "2026-03-31", "total": 3 })
        );
        assert_eq!(days["total"], 1);
        assert_eq!(
            busy(&days),
            [("2026-04-09", 0, 1), ("2026-04-10", 1, 1), ("2026-04-30", 0, 1)]
        );
        let hours = desk.read("hours?from=2026-03-01&to=2026-04-30").await;
        assert_eq!(hours["total"], 4);
        assert_eq!(
            hours["weekdays"][1]["hours"][23], 2,
            "Tuesdays before midnight: {hours}"
        );
        assert_eq!(hours["weekdays"][2]["hours"][0], 1, "Wednesday after midnight");
        assert_eq!(hours["weekdays"][4]["hours"][13], 1);
        let categories = desk.read("categories?from=2026-03-01&to=2026-04-30").await;
        assert_eq!(
            categories["categories"],
            json!([
                { "category": "Fiction", "borrowed": 2 },
                { "category": "Algebra", "borrowed": 1 },
                { "category": "History", "borrowed": 1 },
            ])
        );
        let wednesday = desk.read("categories?from=2026-03-11&to=2026-03-11").await;
        assert_eq!(
            wednesday["categories"],
            json!([{ "category": "Fiction", "borrowed": 1 }])
        );
        tellings.push((days, hours, categories));
    }
    assert_eq!(tellings[0], tellings[1]);
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(a_report_includes_today);
async fn a_report_includes_today(database: TestDatabase) {
    let desk = Desk::open(database, "America/New_York").await;
    // Half past one occurs twice in this night.
    for instant in ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"] {
        desk.borrow_at(instant, "Fiction", 30).await;
    }
    let day = desk.read("borrowings?from=2026-11-01&to=2026-11-01").await;
    assert_eq!(busy(&day), [("2026-11-01", 2, 0)]);
    assert_eq!(desk.read("hours").await["weekdays"][6]["hours"][1], 2);
    // Without a period it is the last thirty days, up to today.
    let days = desk.read("borrowings").await;
    assert_eq!(
        (&days["days"]["from"], &days["days"]["to"]),
        (&json!("2026-10-03"), &json!("2026-11-01"))
    );
    desk.borrow_at("2026-11-02T05:00:00Z", "Fiction", 30).await;
    let days = desk.read("borrowings").await;
    assert_eq!(
        (&days["days"]["to"], &days["total"]),
        (&json!("2026-11-02"), &json!(3))
    );
}

on_both_engines!(overdue_borrowings_are_reported_by_age_and_attention_by_name);
async fn overdue_borrowings_are_reported_by_age_and_attention_by_name(database: TestDatabase) {
    let desk = Desk::open(database, "Europe/Berlin").await;
    let first = desk.borrow_at("2026-03-02T10:00:00Z", "Fiction", 1).await;
    for instant in [
        "2026-03-20T10:00:00Z",
        "2026-03-28T10:00:00Z",
        "2026-03-29T10:00:00Z",
    ] {
        desk.borrow_at(instant, "Fiction", 1).await;
    }
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    desk.server.give_back(&administrator, &first).await;
    let bare = desk.server.book().title("No copy yet").copies(0).await;
    // Due on 21, 29 and 30 March: 15, 7 and 6 days late, across the change of clocks.
    desk.server.travel_to("2026-04-05T10:00:00Z");
    let overdue = desk.read("overdue").await;
    assert_eq!(
        (&overdue["on"], &overdue["total"]),
        (&json!("2026-04-05"), &json!(3))
    );
    let ages: Vec<&Value> = overdue["ages"]
        .as_array()
        .expect("ages")
        .iter()
        .map(|age| &age["borrowings"])
        .collect();
    assert_eq!(ages, [2, 0, 1, 0, 0]);
    assert_eq!(
        (&overdue["ages"][4]["fromDays"], &overdue["ages"][4]["toDays"]),
        (&json!(91), &json!(null))
    );

    let attention = desk.read("attention").await;
    assert_eq!(attention["overdue"]["moreThanDays"], 14);
    assert_eq!(attention["overdue"]["total"], 1);
    assert_eq!(attention["overdue"]["entries"][0]["daysOverdue"], 15);
    assert_eq!(attention["withoutCopies"]["total"], 1);
    assert_eq!(
        attention["withoutCopies"]["entries"][0]["_id"],
        bare.id.to_string()
    );
    assert_eq!(attention["blocked"], json!({ "total": 0, "entries": [] }));
    // The balance of the first book reaches the limit once the limit is this low.
    desk.server.rule("block_at_balance", "25").await;
    let attention = desk.read("attention").await;
    let blocked = &attention["blocked"]["entries"][0];
    assert_eq!(attention["blocked"]["total"], 1);
    assert_eq!(
        (&blocked["user"]["name"], &blocked["limit"]),
        (&json!("=Formula"), &json!(0.25))
    );
    // The payment lifts the block.
    let path = format!(
        "/api/admin/borrowings/{}/payments",
        first["_id"].as_str().expect("an id")
    );
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    desk.server.post(&path).as_(&administrator).await.expect(200);
    assert_eq!(desk.read("attention").await["blocked"]["total"], 0);
    assert_eq!(desk.server.violations().await, []);
}

on_both_engines!(fines_are_reported_by_the_month_of_booking);
async fn fines_are_reported_by_the_month_of_booking(database: TestDatabase) {
    let desk = Desk::open(database, "Europe/Berlin").await;
    let mut borrowings = Vec::new();
    for _ in 0..2 {
        borrowings.push(desk.borrow_at("2026-03-20T10:00:00Z", "Fiction", 1).await);
    }
    // Half past midnight on 1 April in Berlin; ten days late, at a quarter a day.
    desk.server.travel_to("2026-03-31T22:30:00Z");
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let mut charged = 0.0;
    for borrowing in &borrowings {
        let returned = desk.server.give_back(&administrator, borrowing).await;
        charged += returned["fineAmount"].as_f64().expect("dollars");
    }
    assert!(charged > 0.0);
    let settle = async |borrowing: &Value, how: &str, body: Value| {
        let id = borrowing["_id"].as_str().expect("an id");
        let path = format!("/api/admin/borrowings/{id}/{how}");
        let administrator = desk.server.sign_in_again(&desk.administrator).await;
        desk.server
            .post(&path)
            .as_(&administrator)
            .json(&body)
            .await
            .expect(200);
    };
    settle(&borrowings[0], "payments", json!({ "amount": 1.25 })).await;
    desk.server.travel_to("2026-05-02T10:00:00Z");
    settle(
        &borrowings[1],
        "waivers",
        json!({ "amount": 0.5, "note": "A good reason" }),
    )
    .await;
    desk.server.travel_to("2026-05-20T10:00:00Z");
    for total in [false, true] {
        if total {
            desk.server.total_past_days().await;
        }
        let fines = desk.read("fines").await;
        assert_eq!(fines["days"]["from"], "2025-06-01");
        assert_eq!(
            (&fines["charged"], &fines["collected"], &fines["waived"]),
            (&json!(charged), &json!(1.25), &json!(0.5))
        );
        let months = fines["months"].as_array().expect("months");
        assert_eq!(months.len(), 12);
        assert_eq!(
            months[9],
            json!({ "month": "2026-03", "charged": 0.0, "collected": 0.0, "waived": 0.0 })
        );
        assert_eq!(
            months[10],
            json!({ "month": "2026-04", "charged": charged, "collected": 1.25, "waived": 0.0 })
        );
        assert_eq!(
            months[11],
            json!({ "month": "2026-05", "charged": 0.0, "collected": 0.0, "waived": 0.5 })
        );
    }
}

on_both_engines!(each_report_is_a_csv_table_without_formulas);
async fn each_report_is_a_csv_table_without_formulas(database: TestDatabase) {
    let desk = Desk::open(database, "UTC").await;
    desk.borrow_at("2026-03-10T08:00:00Z", "=cmd|' /C calc'!A0", 30)
        .await;
    desk.borrow_at("2026-03-11T08:00:00Z", "Arts, crafts", 30).await;
    let table = async |path: &str| {
        let answer = desk.ask(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        (
            answer.header("content-disposition").expect("a name").to_owned(),
            answer.text().to_owned(),
        )
    };
    let (name, text) = table("categories/table.csv").await;
    assert_eq!(name, "attachment; filename=\"categories.csv\"");
    assert_eq!(
        text,
        "\u{feff}category,borrowed\r\n'=cmd|' /C calc'!A0,1\r\n\"Arts, crafts\",1\r\n"
    );
    let (_, text) = table("borrowings/table.csv?from=2026-03-10&to=2026-03-11").await;
    assert_eq!(
        text,
        "\u{feff}date,borrowed,borrowed_before\r\n2026-03-10,1,0\r\n2026-03-11,1,0\r\n"
    );
    let (_, text) = table("hours/table.csv").await;
    assert_eq!(text.lines().count(), 1 + 7 * 24);
    assert!(text.contains("\r\n2,8,1\r\n"), "Tuesday at eight: {text}");
    let (_, text) = table("overdue/table.csv").await;
    assert!(text.ends_with("\r\n91,,0\r\n"), "{text}");
    let (_, text) = table("fines/table.csv?from=2026-03-01&to=2026-03-11").await;
    assert_eq!(
        text,
        "\u{feff}month,charged,collected,waived\r\n2026-03,0.00,0.00,0.00\r\n"
    );
    assert_eq!(desk.ask("attention/table.csv").await.failure().1, "unknown_path");
}

on_both_engines!(invalid_periods_are_refused);
async fn invalid_periods_are_refused(database: TestDatabase) {
    let desk = Desk::open(database, "UTC").await;
    for (query, field, words) in [
        ("from=2026-02-30", "from", "from must be a day such as 2024-01-05"),
        ("to=yesterday", "to", "to must be a day such as 2024-01-05"),
        ("from=2026-1-1", "from", "from must be a day such as 2024-01-05"),
        ("to=%00", "to", "to must be a day such as 2024-01-05"),
        (
            "from=2026-03-02&to=2026-03-01",
            "from",
            "from must not be after to",
        ),
        (
            "from=2020-01-01&to=2026-01-01",
            "from",
            "from and to must not be more than three years apart",
        ),
        (
            "from=1900-01-01&to=1900-01-02",
            "from",
            "from and to must lie between 1980 and 2999",
        ),
    ] {
        for report in ["borrowings", "categories", "hours", "fines", "fines/table.csv"] {
            let refused = desk.ask(&format!("{report}?{query}")).await;
            assert_eq!(refused.failure(), (422, "validation", words), "{report}?{query}");
            assert_eq!(refused.errors(), [(field, words)], "{report}?{query}");
        }
    }
    // In an empty library all figures are 0.
    let empty = desk.read("borrowings?to=2026-03-02").await;
    assert_eq!(
        (&empty["total"], empty["counts"].as_array().map(Vec::len)),
        (&json!(0), Some(30))
    );
    assert_eq!(desk.read("categories").await["categories"], json!([]));
}

on_both_engines!(borrowings_are_exported_with_the_filters);
async fn borrowings_are_exported_with_the_filters(database: TestDatabase) {
    let desk = Desk::open(database, "Asia/Kolkata").await;
    // Past midnight of 11 March in Kolkata.
    let first = desk.borrow_at("2026-03-10T20:00:00Z", "Fiction", 1).await;
    desk.borrow_at("2026-03-10T21:00:00Z", "History, old", 30).await;
    desk.server.travel_to("2026-03-14T08:00:00Z");
    let administrator = desk.server.sign_in_again(&desk.administrator).await;
    let table = async |query: &str| {
        let path = format!("/api/admin/borrowings/table.csv{query}");
        let answer = desk.server.get(&path).as_(&administrator).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        let total = answer.header("x-total-count").expect("a number").to_owned();
        let lines: Vec<String> = answer.text().lines().map(str::to_owned).collect();
        (total, lines)
    };
    let (total, lines) = table("").await;
    assert_eq!((total.as_str(), lines.len()), ("2", 3));
    assert_eq!(
        lines[0],
        "\u{feff}title,author,category,copy,name,email,status,borrowed,due,returned,fine,outstanding"
    );
    assert!(lines[1].contains(",\"History, old\","), "{lines:?}");
    // The reader's name looks like a formula.
    assert!(lines[2].contains(",'=Formula,"), "{lines:?}");
    assert!(
        lines[2].ends_with(",overdue,2026-03-11,2026-03-12,,0.25,0.00"),
        "{lines:?}"
    );
    let (total, lines) = table("?status=overdue&sort=dueDate").await;
    assert_eq!((total.as_str(), lines.len()), ("1", 2));
    desk.server.give_back(&administrator, &first).await;
    let (_, lines) = table("?status=returned").await;
    assert!(
        lines[1].ends_with(",returned,2026-03-11,2026-03-12,2026-03-14,0.25,0.25"),
        "{lines:?}"
    );
    assert_eq!(table("?search=nobody").await.0, "0");
    let refused = desk
        .server
        .get("/api/admin/borrowings/table.csv?status=late")
        .as_(&administrator)
        .await;
    assert_eq!(refused.failure().1, "validation");
}
