// Kernels that no schedule of the library is named after.

#argmin_m = affine_map<(a,b)->(a,b)>
#argmin_r = affine_map<(a,b)->(b)>
#crossentropy_m = affine_map<(a,b)->(a,b)>
#crossentropy_r = affine_map<(a,b)->(a)>
#logsoftmax_m = affine_map<(a,b)->(a,b)>
#logsoftmax_r = affine_map<(a,b)->(a)>
#lstm_m = affine_map<(a,b)->(a,b)>
#qconv_b = affine_map<(a,b,c,d)->(d)>
#qconv_m = affine_map<(a,b,c,d)->(a,b,c,d)>
#rope_m = affine_map<(a,b,c,d)->(a,b,c,d)>
#rope_t = affine_map<(a,b,c,d)->(c,d)>

func.func @argmin(%x: tensor<37x129xf32>) -> tensor<129xi64> {
  %inf = arith.constant 0x7F800000 : f32
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<129xf32>
  %ei = tensor.empty() : tensor<129xi64>
  %i = linalg.fill ins(%inf : f32) outs(%e : tensor<129xf32>) -> tensor<129xf32>
  %ii = linalg.fill ins(%z : i64) outs(%ei : tensor<129xi64>) -> tensor<129xi64>
  %r:2 = linalg.generic {indexing_maps = [#argmin_m, #argmin_r, #argmin_r], iterator_types = ["reduction","parallel"]} ins(%x : tensor<37x129xf32>) outs(%i, %ii : tensor<129xf32>, tensor<129xi64>) {
  ^bb0(%a: f32, %b: f32, %k: i64):
    %n = linalg.index 0 : index
    %nn = arith.index_cast %n : index to i64
    %c = arith.cmpf olt, %a, %b : f32
    %0 = arith.minimumf %a, %b : f32
    %1 = arith.select %c, %nn, %k : i64
    linalg.yield %0, %1 : f32, i64
  } -> (tensor<129xf32>, tensor<129xi64>)
  return %r#1 : tensor<129xi64>
}

func.func @conv1d(%x: tensor<2x12x67xf32>, %w: tensor<24x12x5xf32>, %b: tensor<24xf32>, %o: tensor<2x24x63xf32>) -> tensor<2x24x63xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x63xf32>
  %i = linalg.broadcast ins(%b : tensor<24xf32>) outs(%e : tensor<2x24x63xf32>) dimensions = [0, 2]
  %c = linalg.conv_1d_ncw_fcw {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%x, %w : tensor<2x12x67xf32>, tensor<24x12x5xf32>) outs(%i : tensor<2x24x63xf32>) -> tensor<2x24x63xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b,c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%c : tensor<2x24x63xf32>) outs(%o : tensor<2x24x63xf32>) {
  ^bb0(%a: f32, %q: f32):
    %m = arith.maximumf %a, %z : f32
    linalg.yield %m : f32
  } -> tensor<2x24x63xf32>
  return %r : tensor<2x24x63xf32>
}

func.func @crossentropy(%x: tensor<37x129xf32>, %lab: tensor<37xi64> {heddle.range = [0, 128]}, %o: tensor<f32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<37xf32>
  %im = linalg.fill ins(%ninf : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<37x129xf32>) outs(%im : tensor<37xf32>) dimensions = [1]
  %is = linalg.fill ins(%z : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %sum = linalg.generic {indexing_maps = [#crossentropy_m, #crossentropy_r, #crossentropy_r], iterator_types = ["parallel","reduction"]} ins(%x, %m : tensor<37x129xf32>, tensor<37xf32>) outs(%is : tensor<37xf32>) {
  ^bb0(%a: f32, %b: f32, %q: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %q : f32
    linalg.yield %2 : f32
  } -> tensor<37xf32>
  %pick = linalg.generic {indexing_maps = [affine_map<(a)->(a)>, affine_map<(a)->(a)>, affine_map<(a)->(a)>, affine_map<(a)->(a)>], iterator_types = ["parallel"]} ins(%lab, %m, %sum : tensor<37xi64>, tensor<37xf32>, tensor<37xf32>) outs(%e : tensor<37xf32>) {
  ^bb0(%l: i64, %mm: f32, %ss: f32, %q: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %l : i64 to index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %j1 = arith.maxsi %j, %c0 : index
    %j2 = arith.minsi %j1, %c128 : index
    %v = tensor.extract %x[%i, %j2] : tensor<37x129xf32>
    %lg = math.log %ss : f32
    %0 = arith.subf %v, %mm : f32
    %1 = arith.subf %0, %lg : f32
    %2 = arith.negf %1 : f32
    linalg.yield %2 : f32
  } -> tensor<37xf32>
  %io = linalg.fill ins(%z : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %t = linalg.reduce { arith.addf } ins(%pick : tensor<37xf32>) outs(%io : tensor<f32>) dimensions = [0]
  return %t : tensor<f32>
}

func.func @embedding(%table: tensor<101x96xf32>, %ids: tensor<3x17xi64>, %o: tensor<3x17x96xf32>) -> tensor<3x17x96xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(a,b)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel","parallel","parallel"]} ins(%ids : tensor<3x17xi64>) outs(%o : tensor<3x17x96xf32>) {
  ^bb0(%l: i64, %q: f32):
    %k = linalg.index 2 : index
    %j = arith.index_cast %l : i64 to index
    %c100 = arith.constant 100 : index
    %c0 = arith.constant 0 : index
    %j1 = arith.maxsi %j, %c0 : index
    %j2 = arith.minsi %j1, %c100 : index
    %v = tensor.extract %table[%j2, %k] : tensor<101x96xf32>
    linalg.yield %v : f32
  } -> tensor<3x17x96xf32>
  return %r : tensor<3x17x96xf32>
}

func.func @gelu_erf(%x: tensor<37x129xf32>, %o: tensor<37x129xf32>) -> tensor<37x129xf32> {
  %h = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %s = arith.constant 0.70710678 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(a,b)->(a,b)>, affine_map<(a,b)->(a,b)>], iterator_types = ["parallel","parallel"]} ins(%x : tensor<37x129xf32>) outs(%o : tensor<37x129xf32>) {
  ^bb0(%a: f32, %q: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %a, %h : f32
    %4 = arith.mulf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<37x129xf32>
  return %r : tensor<37x129xf32>
}

func.func @gelu_tanh(%x: tensor<?x129xf16>, %o: tensor<?x129xf16>) -> tensor<?x129xf16> {
  %h = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %s = arith.constant 0.79788456 : f32
  %t = arith.constant 0.044715 : f32
  %c3 = arith.constant 3 : i64
  %r = linalg.generic {indexing_maps = [affine_map<(a,b)->(a,b)>, affine_map<(a,b)->(a,b)>], iterator_types = ["parallel","parallel"]} ins(%x : tensor<?x129xf16>) outs(%o : tensor<?x129xf16>) {
  ^bb0(%a16: f16, %q: f16):
    %a = arith.extf %a16 : f16 to f32
    %p = math.fpowi %a, %c3 : f32, i64
    %0 = arith.mulf %p, %t : f32
    %1 = arith.addf %a, %0 : f32
    %2 = arith.mulf %1, %s : f32
    %3 = math.tanh %2 : f32
    %4 = arith.addf %3, %one : f32
    %5 = arith.mulf %a, %h : f32
    %6 = arith.mulf %5, %4 : f32
    %7 = arith.truncf %6 : f32 to f16
    linalg.yield %7 : f16
  } -> tensor<?x129xf16>
  return %r : tensor<?x129xf16>
}

func.func @logsoftmax(%x: tensor<37x129xf32>, %o: tensor<37x129xf32>) -> tensor<37x129xf32> {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<37xf32>
  %e2 = tensor.empty() : tensor<37x129xf32>
  %im = linalg.fill ins(%ninf : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<37x129xf32>) outs(%im : tensor<37xf32>) dimensions = [1]
  %s = linalg.generic {indexing_maps = [#logsoftmax_m, #logsoftmax_r, #logsoftmax_m], iterator_types = ["parallel","parallel"]} ins(%x, %m : tensor<37x129xf32>, tensor<37xf32>) outs(%e2 : tensor<37x129xf32>) {
  ^bb0(%a: f32, %b: f32, %q: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<37x129xf32>
  %ex = linalg.exp ins(%s : tensor<37x129xf32>) outs(%e2 : tensor<37x129xf32>) -> tensor<37x129xf32>
  %is = linalg.fill ins(%z : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %sum = linalg.reduce { arith.addf } ins(%ex : tensor<37x129xf32>) outs(%is : tensor<37xf32>) dimensions = [1]
  %l = linalg.log ins(%sum : tensor<37xf32>) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [#logsoftmax_m, #logsoftmax_r, #logsoftmax_m], iterator_types = ["parallel","parallel"]} ins(%s, %l : tensor<37x129xf32>, tensor<37xf32>) outs(%o : tensor<37x129xf32>) {
  ^bb0(%a: f32, %b: f32, %q: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<37x129xf32>
  return %r : tensor<37x129xf32>
}

func.func @lstm(%x: tensor<5x48xf32>, %h: tensor<5x64xf32>, %c: tensor<5x64xf32>, %wx: tensor<48x256xf32>, %wh: tensor<64x256xf32>, %b: tensor<256xf32>) -> (tensor<5x64xf32>, tensor<5x64xf32>) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5x256xf32>
  %e2 = tensor.empty() : tensor<5x64xf32>
  %i = linalg.broadcast ins(%b : tensor<256xf32>) outs(%e : tensor<5x256xf32>) dimensions = [0]
  %g0 = linalg.matmul ins(%x, %wx : tensor<5x48xf32>, tensor<48x256xf32>) outs(%i : tensor<5x256xf32>) -> tensor<5x256xf32>
  %g = linalg.matmul ins(%h, %wh : tensor<5x64xf32>, tensor<64x256xf32>) outs(%g0 : tensor<5x256xf32>) -> tensor<5x256xf32>
  %gi = tensor.extract_slice %g[0, 0] [5, 64] [1, 1] : tensor<5x256xf32> to tensor<5x64xf32>
  %gf = tensor.extract_slice %g[0, 64] [5, 64] [1, 1] : tensor<5x256xf32> to tensor<5x64xf32>
  %gg = tensor.extract_slice %g[0, 128] [5, 64] [1, 1] : tensor<5x256xf32> to tensor<5x64xf32>
  %go = tensor.extract_slice %g[0, 192] [5, 64] [1, 1] : tensor<5x256xf32> to tensor<5x64xf32>
  %r:2 = linalg.generic {indexing_maps = [#lstm_m, #lstm_m, #lstm_m, #lstm_m, #lstm_m, #lstm_m, #lstm_m], iterator_types = ["parallel","parallel"]} ins(%gi, %gf, %gg, %go, %c : tensor<5x64xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<5x64xf32>) outs(%e2, %e2 : tensor<5x64xf32>, tensor<5x64xf32>) {
  ^bb0(%a: f32, %f: f32, %gt: f32, %o: f32, %cc: f32, %q: f32, %q2: f32):
    %n0 = arith.negf %a : f32
    %e0 = math.exp %n0 : f32
    %d0 = arith.addf %e0, %one : f32
    %s0 = arith.divf %one, %d0 : f32
    %n1 = arith.negf %f : f32
    %e1 = math.exp %n1 : f32
    %d1 = arith.addf %e1, %one : f32
    %s1 = arith.divf %one, %d1 : f32
    %n2 = arith.negf %o : f32
    %ee2 = math.exp %n2 : f32
    %d2 = arith.addf %ee2, %one : f32
    %s2 = arith.divf %one, %d2 : f32
    %t = math.tanh %gt : f32
    %k0 = arith.mulf %s1, %cc : f32
    %k1 = arith.mulf %s0, %t : f32
    %cn = arith.addf %k0, %k1 : f32
    %tc = math.tanh %cn : f32
    %hn = arith.mulf %s2, %tc : f32
    linalg.yield %hn, %cn : f32, f32
  } -> (tensor<5x64xf32>, tensor<5x64xf32>)
  return %r#0, %r#1 : tensor<5x64xf32>, tensor<5x64xf32>
}

func.func @pool3d(%x: tensor<1x9x19x19x33xf32>, %o: tensor<1x4x9x9x33xf32>) -> tensor<1x4x9x9x33xf32> {
  %z = arith.constant 0xFF800000 : f32
  %win = tensor.empty() : tensor<3x3x3xf32>
  %i = linalg.fill ins(%z : f32) outs(%o : tensor<1x4x9x9x33xf32>) -> tensor<1x4x9x9x33xf32>
  %c = linalg.pooling_ndhwc_max {strides = dense<2> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%x, %win : tensor<1x9x19x19x33xf32>, tensor<3x3x3xf32>) outs(%i : tensor<1x4x9x9x33xf32>) -> tensor<1x4x9x9x33xf32>
  return %c : tensor<1x4x9x9x33xf32>
}

func.func @qconv(%x: tensor<1x18x18x16xi8>, %w: tensor<3x3x16x32xi8>, %bias: tensor<32xi32>, %o: tensor<1x16x16x32xi8>) -> tensor<1x16x16x32xi8> {
  %z = arith.constant 0 : i32
  %zx = arith.constant -3 : i32
  %zw = arith.constant 0 : i32
  %scale = arith.constant 0.0123 : f32
  %lo = arith.constant -128.0 : f32
  %hi = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<1x16x16x32xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<1x16x16x32xi32>) -> tensor<1x16x16x32xi32>
  %c = linalg.conv_2d_nhwc_hwcf_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w, %zx, %zw : tensor<1x18x18x16xi8>, tensor<3x3x16x32xi8>, i32, i32) outs(%i : tensor<1x16x16x32xi32>) -> tensor<1x16x16x32xi32>
  %r = linalg.generic {indexing_maps = [#qconv_m, #qconv_b, #qconv_m], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%c, %bias : tensor<1x16x16x32xi32>, tensor<32xi32>) outs(%o : tensor<1x16x16x32xi8>) {
  ^bb0(%a: i32, %bb: i32, %q: i8):
    %0 = arith.addi %a, %bb : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.maximumf %3, %lo : f32
    %5 = arith.minimumf %4, %hi : f32
    %6 = arith.fptosi %5 : f32 to i8
    linalg.yield %6 : i8
  } -> tensor<1x16x16x32xi8>
  return %r : tensor<1x16x16x32xi8>
}

func.func @rope(%x: tensor<2x4x33x64xf32>, %cos: tensor<33x64xf32>, %sin: tensor<33x64xf32>, %o: tensor<2x4x33x64xf32>) -> tensor<2x4x33x64xf32> {
  %lo = tensor.extract_slice %x[0, 0, 0, 0] [2, 4, 33, 32] [1, 1, 1, 1] : tensor<2x4x33x64xf32> to tensor<2x4x33x32xf32>
  %hi = tensor.extract_slice %x[0, 0, 0, 32] [2, 4, 33, 32] [1, 1, 1, 1] : tensor<2x4x33x64xf32> to tensor<2x4x33x32xf32>
  %e = tensor.empty() : tensor<2x4x33x32xf32>
  %n = linalg.negf ins(%hi : tensor<2x4x33x32xf32>) outs(%e : tensor<2x4x33x32xf32>) -> tensor<2x4x33x32xf32>
  %rot = tensor.concat dim(3) %n, %lo : (tensor<2x4x33x32xf32>, tensor<2x4x33x32xf32>) -> tensor<2x4x33x64xf32>
  %r = linalg.generic {indexing_maps = [#rope_m, #rope_m, #rope_t, #rope_t, #rope_m], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%x, %rot, %cos, %sin : tensor<2x4x33x64xf32>, tensor<2x4x33x64xf32>, tensor<33x64xf32>, tensor<33x64xf32>) outs(%o : tensor<2x4x33x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %s: f32, %q: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.mulf %b, %s : f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x33x64xf32>
  return %r : tensor<2x4x33x64xf32>
}

func.func @tconv(%x: tensor<1x8x9x9xf32>, %w: tensor<16x8x3x3xf32>, %o: tensor<1x16x19x19xf32>) -> tensor<1x16x19x19xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x21x21xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x21x21xf32>) -> tensor<1x8x21x21xf32>
  %s = tensor.insert_slice %x into %f[0, 0, 2, 2] [1, 8, 9, 9] [1, 1, 2, 2] : tensor<1x8x9x9xf32> into tensor<1x8x21x21xf32>
  %i = linalg.fill ins(%z : f32) outs(%o : tensor<1x16x19x19xf32>) -> tensor<1x16x19x19xf32>
  %c = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%s, %w : tensor<1x8x21x21xf32>, tensor<16x8x3x3xf32>) outs(%i : tensor<1x16x19x19xf32>) -> tensor<1x16x19x19xf32>
  return %c : tensor<1x16x19x19xf32>
}

func.func @upsample(%x: tensor<2x5x11x13xf32>, %o: tensor<2x5x22x26xf32>) -> tensor<2x5x22x26xf32> {
  %c2 = arith.constant 2 : index
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c,d)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel"]} outs(%o : tensor<2x5x22x26xf32>) {
  ^bb0(%q: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h2 = arith.divui %h, %c2 : index
    %w2 = arith.divui %w, %c2 : index
    %v = tensor.extract %x[%n, %c, %h2, %w2] : tensor<2x5x11x13xf32>
    linalg.yield %v : f32
  } -> tensor<2x5x22x26xf32>
  return %r : tensor<2x5x22x26xf32>
}
