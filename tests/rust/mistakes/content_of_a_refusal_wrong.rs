use hookwire::{ElicitationAccept, ElicitationRefusal};

fn main() {
    let _ = (ElicitationAccept::new(), ElicitationRefusal::new());
    let _ = ElicitationRefusal::new().with_content(serde_json::Map::new());
}
