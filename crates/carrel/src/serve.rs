//! `carrel serve`: the API and the web app from one process.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use carrel_api::{Api, Clock, Demo, Entropy, ResponseCache, Wiring};
use carrel_operations::catalogue::search_feed;
use carrel_operations::identity::setup;
use carrel_operations::upkeep::keys;
use carrel_operations::{Context, Library};
use carrel_samples::demo;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};

use crate::command::ServeOptions;
use crate::configuration::Serving;
use crate::connections::PerAddress;
use crate::health::Probes;
use crate::metrics::{self, Metrics};
use crate::{Outcome, background, listener, logging, open, say, security_txt, tell, web_app};

/// Serves until the process gets a stop signal (SIGTERM or Ctrl-C).
pub async fn run(options: ServeOptions) -> Outcome {
    let began = Instant::now();
    let serving = Serving::load(&options)?;
    logging::start(&serving.log)?;
    let metrics = match serving.metrics_listen {
        Some(listen) => Some((bind(listen)?, metrics::install(Clock::System.now())?)),
        None => None,
    };
    let library = Arc::new(open::for_serving(&serving.data, serving.limits.clone()).await?);
    if serving.demo {
        fill_demo(&library).await?;
    }
    let socket = bind(serving.listen)?;
    let address = socket.local_addr()?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;

    if let Some(problem) = keys::problem(&library).await? {
        tracing::error!(
            %problem,
            "the secrets in the database cannot be decrypted: neither mail with a password nor webhooks are sent; carrel doctor says more"
        );
    }
    background::start(&library);
    search_feed::wait_until_built(&library, LONGEST_BUILD).await;
    if let Some((socket, handle)) = metrics {
        tracing::info!(address = %socket.local_addr()?, "serving /metrics");
        let router = Metrics::new(handle, &library).router();
        tokio::spawn(listener::serve(
            socket,
            router,
            PerAddress::Quarter,
            std::future::pending(),
        ));
    }
    let probes = Probes::new(&library);
    let router = router(&library, &serving, probes.clone());
    welcome(&library, &serving, address).await?;
    tracing::info!(%address, engine = library.engine(), millis = began.elapsed().as_millis(), "ready");
    let shutdown_delay = serving.shutdown_delay;
    let stopping = Arc::clone(&library);
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        probes.stop();
        // /readyz fails from now on, so that a proxy sends requests elsewhere before the listener closes.
        tokio::time::sleep(shutdown_delay).await;
        stopping.stop_live_streams();
    };
    listener::serve(socket, router, serving.connections_per_address, stop).await;
    Ok(ExitCode::SUCCESS)
}

/// How long the start of a server waits for a search index that must be built. The index of a larger library is built while the
/// server responds; searches say so until then.
const LONGEST_BUILD: Duration = Duration::from_secs(5);

/// Connections that may wait to be accepted: a class that opens the catalogue at once must not be refused.
const BACKLOG: u32 = 1024;

fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let listen = || {
        let socket = if address.is_ipv4() {
            TcpSocket::new_v4()
        } else {
            TcpSocket::new_v6()
        }?;
        // A restart must not wait until the connections of the last run have timed out.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error: std::io::Error| format!("cannot listen on {address}: {error}"))
}

async fn fill_demo(library: &Library) -> Result<(), Box<dyn std::error::Error>> {
    let began = Instant::now();
    if let Some(filled) = demo::fill(library, Clock::System.now(), crate::demo::books()?).await? {
        let demo::DemoSummary {
            users,
            books,
            copies,
            borrowings,
            open_borrowings,
        } = filled;
        say(&format!(
            "Filled the demo library in {} ms: {books} books, {copies} copies, {users} people, {borrowings} borrowings \
             ({open_borrowings} of them open)",
            began.elapsed().as_millis()
        ))?;
    }
    Ok(())
}

fn router(library: &Arc<Library>, serving: &Serving, probes: Probes) -> Router {
    let api = Api::new(Wiring {
        library: Arc::clone(library),
        clock: Clock::System,
        entropy: Entropy,
        demo: Demo {
            admin: demo::ADMIN,
            student: demo::STUDENT,
        },
        trust_forwarded: serving.trust_forwarded,
        version: env!("CARGO_PKG_VERSION"),
        document: carrel_api::openapi_json(),
        cache: ResponseCache::default(),
        counts: serving.metrics_listen.is_some(),
    });
    let web_app = any(web_app::serve).with_state(api.clone());
    carrel_api::router(api.clone())
        // The page that explains the API is a screen of the web app.
        .route("/api/docs", web_app.clone())
        .merge(carrel_api::crawler_routes(api))
        .merge(probes.routes())
        .merge(security_txt::route(serving.security_contact.clone()))
        .fallback_service(web_app)
        .layer(from_fn_with_state(
            Arc::clone(library),
            carrel_api::security_headers,
        ))
}

/// Prints the address of the library and how to sign in.
async fn welcome(
    library: &Library,
    serving: &Serving,
    address: SocketAddr,
) -> Result<(), Box<dyn std::error::Error>> {
    if library.shown_settings().demo {
        say(&format!(
            "Demo administrator: {} / {}",
            demo::ADMIN.0,
            demo::ADMIN.1
        ))?;
        say(&format!(
            "Demo student:       {} / {}",
            demo::STUDENT.0,
            demo::STUDENT.1
        ))?;
    } else if let Some(token) = setup::invite(library, context()).await? {
        // On standard error beside the log, but not in it: logs are stored, and others may read them.
        tell(&format!("Set this library up at http://{address}/setup#{token}"))?;
        tell("The link works once; a restart prints a fresh one. Or make the first administrator here:")?;
        tell("  carrel user create --admin --name \"Your Name\" --email you@example.org")?;
    }
    if library.shown_settings().demo && !address.ip().is_loopback() && serving.demo {
        tracing::warn!(
            "the demo's passwords are published: do not show this library to a network you do not trust"
        );
    }
    say(&format!("Carrel is ready at http://{address}"))?;
    Ok(())
}

/// The server itself, without an actor.
fn context() -> Context {
    Context::without_actor(Clock::System.now(), Entropy.seed())
}
