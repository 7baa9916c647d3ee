//! Stops a use case half-way until the test lets it continue.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The use case's side of a gate: part of its state.
pub struct Gate {
    arrived: Mutex<Sender<()>>,
    opened: Mutex<Receiver<()>>,
}

/// The test's side of a gate. Dropping it opens the gate permanently.
pub struct Gatekeeper {
    arrived: Receiver<()>,
    open: Sender<()>,
}

/// A closed gate.
pub fn gate() -> (Gate, Gatekeeper) {
    let (arrive, arrived) = channel();
    let (open, opened) = channel();
    let gate = Gate {
        arrived: Mutex::new(arrive),
        opened: Mutex::new(opened),
    };
    (gate, Gatekeeper { arrived, open })
}

impl Gate {
    /// Waits until the test opens the gate. It blocks the thread: on SQLite a use case must not suspend.
    pub fn pass(&self) {
        let arrived = self.arrived.lock().expect("nobody panics at a gate");
        // Fails when the test no longer listens, which does not matter.
        let _ = arrived.send(());
        let opened = self.opened.lock().expect("nobody panics at a gate");
        let _ = tokio::task::block_in_place(|| opened.recv());
    }
}

impl Gatekeeper {
    /// Waits until a use case has reached the gate.
    pub fn wait(&self) {
        tokio::task::block_in_place(|| self.arrived.recv()).expect("a use case reaches the gate");
    }

    /// Whether a use case has reached the gate since the last call of this function. It does not block, so it can be
    /// called concurrently with the future of the use case.
    pub fn is_reached(&self) -> bool {
        self.arrived.try_recv().is_ok()
    }

    /// Lets one use case through.
    pub fn open(&self) {
        let _ = self.open.send(());
    }
}
