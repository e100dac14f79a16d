//! The loop over closures: blocking, async, and by hand.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use nucleo_runtime::exchange::{Exchange, Faults, Next};
use nucleo_runtime::profile::Profile;
use nucleo_runtime::shape::{Field, Integer, Kind, Record, Rest, Shape, Spellings, Table, Text, Type, Width};
use nucleo_runtime::tape::Node;
use nucleo_runtime::{Answer, AskError, FromNode, Shaped, ToNode, Turn, Writer, ask, ask_async};

/// As generated code has it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trip {
    to_city: String,
    nights: u8,
}

static TABLE: Table = Table {
    types: &[
        Type::new(
            "Trip",
            Kind::Record(Record {
                fields: &[Field::new("toCity", 1).shown("to_city").required(), Field::new("nights", 2).required()],
                spellings: Spellings::new(&[("nights", 1), ("tocity", 0)]),
                rest: Rest::Ignore,
            }),
        ),
        Type::new("", Kind::Text(Text::ANY)),
        Type::new("", Kind::Integer(Integer::new(Width::U8))),
    ],
    rules: &[],
    patterns: &[],
    anchors: &[],
};

impl FromNode for Trip {
    fn from_node(node: Node<'_>) -> Option<Self> {
        Some(Self { to_city: node.get(0)?, nights: node.get(1)? })
    }
}

impl ToNode for Trip {
    fn to_node(&self, out: &mut Writer) {
        let mut record = out.record(Self::SHAPE);
        record.field(0, &self.to_city);
        record.field(1, &self.nights);
    }
}

impl Shaped for Trip {
    const SHAPE: Shape = Shape::new(&TABLE, 0, &Profile::NUCLEO);
}

impl Answer for Trip {
    const NAME: &'static str = "Trip";
    const NOTATION: &'static str = "NOTATION";
    const JSON_SCHEMA: &'static str = "{}";
    const MODEL_SCHEMA: &'static str = "{}";
    const FINGERPRINT: &'static str = "";
    const SHAPE_FINGERPRINT: &'static str = "";
}

const GOOD: &str = "Sure:\n```json\n{\"to_city\": \"Bari\", nights: \"3\",}\n```";
const BAD: &str = "{\"to_city\": \"Bari\"}";

fn bari() -> Trip {
    Trip { to_city: "Bari".into(), nights: 3 }
}

/// A client that plays replies and keeps how many turns it was sent.
#[derive(Clone)]
struct Client {
    replies: Arc<Mutex<VecDeque<&'static str>>>,
    sent: Arc<Mutex<Vec<usize>>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Down;

impl Client {
    fn new(replies: &[&'static str]) -> Self {
        let replies = Arc::new(Mutex::new(replies.iter().copied().collect()));
        Self { replies, sent: Arc::default() }
    }

    fn send(&self, turns: Vec<Turn>) -> Result<String, Down> {
        self.sent.lock().unwrap().push(turns.len());
        self.replies.lock().unwrap().pop_front().map(str::to_owned).ok_or(Down)
    }

    async fn send_async(&self, turns: Vec<Turn>) -> Result<String, Down> {
        Yield(false).await;
        self.send(turns)
    }

    fn sent(&self) -> Vec<usize> {
        self.sent.lock().unwrap().clone()
    }
}

/// Gives way once, as IO does.
struct Yield(bool);

impl Future for Yield {
    type Output = ();

    fn poll(mut self: std::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return output;
        }
    }
}

#[test]
fn ok_over_a_closure() {
    let client = Client::new(&[BAD, "no", GOOD]);
    let trip: Trip = ask("Where to?", |turns| client.send(turns)).unwrap();
    assert_eq!((trip, client.sent()), (bari(), vec![2, 4, 6]));
}

#[test]
fn ok_over_an_async_closure() {
    let client = Client::new(&[BAD, GOOD]);
    let trip = block_on(ask_async::<Trip, _, _>("Where to?", |turns| client.send_async(turns))).unwrap();
    assert_eq!((trip, client.sent()), (bari(), vec![2, 4]));
}

#[test]
fn ok_the_future_can_be_spawned() {
    fn spawn<F: Future + Send + 'static>(future: F) -> F {
        future
    }
    let client = Client::new(&[GOOD]);
    let ask = ask_async::<Trip, _, _>(String::from("Where to?"), move |turns| {
        let client = client.clone();
        async move { client.send_async(turns).await }
    });
    let handle = std::thread::spawn(move || block_on(spawn(ask)));
    assert_eq!(handle.join().unwrap().unwrap(), bari());
}

#[test]
fn ok_the_closure_may_stay_on_its_thread() {
    let sent = Rc::new(RefCell::new(0));
    let trip = block_on(ask_async::<Trip, Down, _>("Where to?", |_| {
        *sent.borrow_mut() += 1;
        let sent = Rc::clone(&sent);
        async move { Ok(if *sent.borrow() == 1 { BAD } else { GOOD }.to_owned()) }
    }));
    assert_eq!(trip.unwrap(), bari());
}

#[test]
fn ok_dropped_between_two_polls() {
    let client = Client::new(&[BAD, GOOD]);
    let mut future = Box::pin(ask_async::<Trip, _, _>("Where to?", |turns| client.send_async(turns)));
    assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(future);
    assert_eq!(client.sent(), Vec::<usize>::new());
}

#[test]
fn err_of_the_client_comes_back_unchanged() {
    let client = Client::new(&[BAD]);
    let error = ask::<Trip, _>("Where to?", |turns| client.send(turns)).unwrap_err();
    assert!(matches!(error, AskError::Transport(Down)));
}

#[test]
fn err_after_the_last_correction() {
    let client = Client::new(&[BAD, BAD, BAD, GOOD]);
    let error = ask::<Trip, _>("Where to?", |turns| client.send(turns)).unwrap_err();
    let rejection = error.rejection().unwrap();
    assert_eq!(rejection.attempts().len(), 3);
    assert_eq!(rejection.partial(), Some(&serde_json::json!({ "toCity": "Bari" })));
}

#[test]
fn ok_by_hand_with_a_check() {
    let mut exchange = Exchange::<Trip>::new("Where to?").check(|trip: &Trip, faults: &mut Faults| {
        if trip.nights > 2 {
            faults.add("/nights", "must be at most 2 on a weekend");
        }
    });
    let Next::Ask(turns) = exchange.reply(GOOD) else { panic!("taken") };
    assert_eq!(
        turns.last().unwrap().text,
        "Your reply does not fit `Trip`: 1 problem.\n\
         - nights: must be at most 2 on a weekend\n\
         Send the whole JSON object again, corrected to fit the schema, and nothing else."
    );
    let Next::Done(reading) = exchange.reply("{\"to_city\": \"Bari\", \"nights\": 2}") else { panic!("refused") };
    assert_eq!(reading.value.nights, 2);
}
