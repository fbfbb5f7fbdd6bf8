//! Scratch.
fn main() {
    let set = match hookwire_codegen::load::load(std::path::Path::new("schemas")) { Ok(s) => s, Err(d) => { for x in d.0 { println!("{x}"); } return } };
    let d = hookwire_codegen::check::check(&set);
    for x in &d.0 { println!("{x}"); }
    if d.has_errors() { return }
    let out = std::env::args().nth(1);
    let only = std::env::args().nth(2);
    match hookwire_codegen::link::link(&set).and_then(|(defs, _)| hookwire_codegen::lower::lower(&set, &defs).map(|(c, d)| (defs, c, d))) {
        Ok((defs, c, d)) => { for x in &d.0 { println!("{x}"); }
            for x in hookwire_codegen::check::check_examples(&set).0 { println!("{x}"); }
            let Some(out) = out else { println!("{}", serde_json::to_string_pretty(&c).unwrap()); return };
            let t = match hookwire_codegen::render::Templates::open(std::path::Path::new("templates")) { Ok(t) => t, Err(d) => { for x in d.0 { println!("{x}"); } return } };
            for target in t.targets() { if only.as_ref().is_some_and(|o| *o != target) { continue }
              match t.render(&c, &defs, &target) { Ok(a) => { println!("{target}: {}", a.len()); for f in a { let p = std::path::Path::new(&out).join(&target).join(f.path); std::fs::create_dir_all(p.parent().unwrap()).unwrap(); std::fs::write(p, f.contents).unwrap(); } }
                Err(d) => for x in d.0 { println!("{x}"); } } }
        }
        Err(d) => for x in d.0 { println!("{x}"); }
    }
}
