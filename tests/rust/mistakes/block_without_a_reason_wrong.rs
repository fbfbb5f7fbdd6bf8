use hookwire::StopBlock;

fn main() {
    let _ = StopBlock::new();
}
