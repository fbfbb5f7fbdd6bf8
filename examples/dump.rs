fn main() {
    let set = match hookwire_codegen::load::load(std::path::Path::new("schemas")) {
        Ok(s) => s,
        Err(d) => {
            for x in d.0 {
                println!("{x}");
            }
            return;
        }
    };
    let d = hookwire_codegen::check::check(&set);
    for x in &d.0 {
        println!("{x}");
    }
    if d.has_errors() {
        return;
    }
    match hookwire_codegen::link::link(&set).and_then(|(defs, _)| hookwire_codegen::lower::lower(&set, &defs)) {
        Ok((c, d)) => {
            for x in &d.0 {
                println!("{x}");
            }
            println!("{}", serde_json::to_string_pretty(&c).unwrap());
        }
        Err(d) => {
            for x in d.0 {
                println!("{x}");
            }
        }
    }
}
