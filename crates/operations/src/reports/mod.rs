//! Figures and files: the dashboard, reports, and a copy of one's own data.

pub mod audit_log;
pub mod kept_data;
pub mod lending;
pub mod own_data;
pub mod statistics;
